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
    - bash_safety: { otherwise: block }
`;
