/** The policy under which the golden events of all runtimes are judged. */
export const POLICY: string = `version: 1
default: pass
policy:
  all:
    - floor: {}
    - self_protection: {}
    - secret_paths: {}
    - when:
        if: { tool: [mcp__mail__*, mcp_mail_*] }
        then: { human_approval: {} }
`;
