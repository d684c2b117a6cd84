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
    - bash_safety: {} # its own rulings: what destroys asks, outside of the project it is blocked
`;
