/** The text of the `standard` profile: a governance.yaml that anyone can read, copy and change. */
export const standard: string = `# The profile for everyday work: destroying asks, destroying outside the project, reading secrets and tampering are blocked,
# sending local data away asks. What cannot be seen asks.
version: 1
default: pass
policy:
  all:
    - floor: {}
    - self_protection: {}
    - secret_paths: {}
    - network: { uploads: ask, listen: pass, unknown: pass } # cloud metadata addresses are blocked
    - bash_safety:
        unknown: ask
        catastrophic: block
        destructive: ask
        destructive_outside: block
        write_outside: ask
        recoverable: warn
        history_loss: ask
        shares: warn
        remote_change: ask
        remote_execution: warn
        uploads: ask
        downloaded_code: block
        obfuscated: block
        untrusted_code: ask
        poisons: block
        persistence: ask
        weakens: ask
        skips_checks: ask
        unguarded_agents: block
        covers_tracks: block
        disrupts: ask
        elevation: warn
        privilege: ask
        unlisted: pass
`;
