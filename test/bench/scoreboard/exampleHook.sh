#!/bin/sh
# A hook of Claude Code that denies `rm -rf` and nothing else: an example of what `scoreboard --hook` takes.
if grep -q 'rm -rf'; then
  printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"rm -rf"}}'
fi
