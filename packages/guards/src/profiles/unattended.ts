/** The text of the `unattended` profile: a governance.yaml that anyone can read, copy and change. */
export const unattended: string = `# For agents that nobody watches: there is nobody to ask, so what would ask is blocked. The network is an allow-list: add hosts.
version: 1
default: warn
policy:
  all:
    - floor: {}
    - self_protection: {}
    - secret_paths: {}
    - network: { allow: [localhost, 127.0.0.1], uploads: block, listen: block, unknown: block }
    - bash_safety:
        unknown: block
        catastrophic: block
        destructive: block
        destructive_outside: block
        write_outside: block
        recoverable: block
        history_loss: block
        shares: block
        remote_change: block
        remote_execution: block
        uploads: block
        downloaded_code: block
        obfuscated: block
        untrusted_code: block
        poisons: block
        persistence: block
        weakens: block
        skips_checks: block
        unguarded_agents: block
        covers_tracks: block
        disrupts: block
        elevation: block
        privilege: block
        unlisted: block
`;
