// Loaded before a process that judges: it is the agent's user from then on.
import process from 'node:process';

process.setgroups?.([]);
process.setgid?.('lagent');
process.setuid?.('lagent');
