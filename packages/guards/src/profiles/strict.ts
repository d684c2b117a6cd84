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
        otherwise: block
        unknown: ask
        recoverable: ask
        shares: ask
        untrusted_code: ask
        elevation: ask
        unlisted: ask
    - when:
        if: { effect: network }
        then: { human_approval: { reason: this action uses the network } }
`;
