/** The names under which a policy is looked for. */
export const POLICY_FILES = ['governance.yaml', 'governance.yml'] as const;
