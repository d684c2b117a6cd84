/** The text of the `strict` profile: a governance.yaml that anyone can read, copy and change. */
export const strict: string = `# For work that must not go wrong: destroying is blocked everywhere, the network asks, unknown programs ask.
version: 1
default: warn
policy:
  all:
    - floor: {}
    - self_protection: {}
    - secret_paths: {}
    - network: { uploads: block, listen: ask, unknown: ask } # cloud metadata addresses are blocked
    - bash_safety:
        unknown: ask
        catastrophic: block
        destructive: block
        destructive_outside: block
        write_outside: block
        recoverable: ask
        history_loss: block
        shares: ask
        remote_change: block
        remote_execution: block
        uploads: block
        downloaded_code: block
        obfuscated: block
        untrusted_code: ask
        poisons: block
        persistence: block
        weakens: block
        skips_checks: block
        unguarded_agents: block
        covers_tracks: block
        disrupts: block
        elevation: ask
        privilege: block
        unlisted: ask
    - when:
        if: { effect: network }
        then: { human_approval: { reason: this action uses the network } }
`;
