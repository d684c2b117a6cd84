import type { Family, ProgramDescriptor } from './descriptor.ts';
import { always, destroys, does, effect, loses, option, projectCode, sets, sharing } from './shapes.ts';
import { changed, secret } from './rules/verbClass.ts';
import { terraform, pulumi } from './infrastructure.ts';
import { storage, aws } from './aws.ts';

const generic = (summary: string): ProgramDescriptor => ({
  summary,
  options: {
    '--project --region --zone --format --filter -g --resource-group -n --name --subscription -o --output --query -a --app -c --config --org --account --location --profile --context':
      'text',
    '--dry-run': 'flag',
    '--local': 'flag',
    '--prod': option(sets('service:deployment', 'remote_change', 'shares')),
    '-q --quiet -y --yes --all --force -f': 'flag',
  },
  verbClass: [{ of: 'cloud' }],
});

/** Programs of services that say by their words what they do there. */
const VENDORS =
  'neonctl neon pscale turso confluent boundary sst cdktf argocd flux istioctl velero kops sentry-cli stripe twilio auth0 okta shopify appcenter kaggle huggingface-cli hf hasura jira linear datadog-ci circleci tctl tsh contentful sanity sf sfdx newrelic pd ldcli rollbar fastly koyeb northflank porter qovery upstash xata convex appwrite nhost mongocli exo civo upctl slcli nova glance tanzu rosa ocm rke modal runpodctl coder gridscale ionosctl';

const gcloud = (): ProgramDescriptor => ({
  ...generic('works on Google Cloud'),
  verbClass: [{ of: 'cloud', when: { not: { line: '^config (?:set|unset|get|get-value|list)(?: |$)' } } }],
  subcommands: { storage, 'config auth components info version init topic': () => ({}) },
});

const az = (): ProgramDescriptor => ({
  ...generic('works on Azure'),
  subcommands: { 'login logout account version upgrade extension configure': () => ({}) },
});

const deploys = { effects: [sets('service:deployment', 'remote_change', 'shares')] } as const;
const platform = (summary: string): ProgramDescriptor => ({
  ...generic(summary),
  verbClass: [{ of: 'cloud', when: { not: { verb: '^(?:dev|serve|local)$' } } }],
  subcommands: {
    'deploy publish promote rollback scale redeploy up launch': () => deploys,
    down: does(loses('service:deployment', 'remote_change')),
    variables: () => ({ keyword: [{ when: { any: ['--set'] }, effects: [changed], ends: true }, always(secret)] }),
    'dev build serve start init link login logout whoami open local': does(projectCode),
    'secrets secret env config': () => ({
      keyword: [{ when: { program: '^heroku$', line: '^\\S+$' }, effects: [secret] }],
      subcommands: {
        'ls list': () => ({}),
        'pull get show': does(secret),
        'rm unset remove delete': destroys('variable', 'remote_change'),
        'set add push put import': does(sets('variable:cloud', 'remote_change')),
      },
    }),
  },
});

const ansible = (): ProgramDescriptor => ({
  summary: 'runs tasks on other machines',
  informational: ['-h', '--help', '--version'],
  options: {
    '-i --inventory -e --extra-vars -m --module-name -a --args -u --user -l --limit -t --tags --vault-password-file --private-key -f':
      'text',
    '-C --check': 'flag',
    '-b --become -K -k --diff': 'flag',
  },
  keyword: [
    {
      when: { none: ['-C', '--list-hosts', '--list-tasks', '--list-tags', '--syntax-check'], atLeast: 1 },
      effects: [effect('execute', 'host:inventory', 'remote_execution', 'remote_change')],
    },
  ],
});

/** Clouds, platforms and infrastructure as code. */
export const cloud: Family = {
  aws,
  gcloud,
  ...sharing('gsutil', () => ({ summary: 'works on Google Cloud storage', ...storage() })),
  az,
  ...sharing('doctl linode-cli hcloud scw ibmcloud oci yc aliyun vultr-cli openstack eksctl', () => generic('works on a cloud')),
  ...sharing(
    'heroku fly flyctl vercel netlify railway wrangler render firebase cf dokku now surge amplify sls serverless sam cdk eb',
    () => platform('deploys to a platform'),
  ),
  supabase: () => ({
    ...platform('deploys to a platform'),
    verbClass: [
      {
        of: 'service',
        when: { not: { verb: '^(?:dev|serve|local)$' } },
        local: '^(?:start|stop|migration|gen|test|services|bootstrap|seed)$',
      },
    ],
  }),
  ...sharing(VENDORS, () => ({ ...generic('works on a service'), verbClass: [{ of: 'service' }] })),
  ...sharing('terraform tofu terragrunt', terraform),
  pulumi,
  ...sharing('ansible ansible-playbook', ansible),
  ...sharing('ansible-lint ansible-doc ansible-inventory tflint tfsec checkov infracost terraform-docs', () => ({
    summary: 'checks infrastructure files',
  })),
};
