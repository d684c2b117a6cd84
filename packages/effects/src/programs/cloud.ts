import type { Family, ProgramDescriptor } from './descriptor.ts';
import { destroys, does, effect, loses, option, projectCode, sets, sharing } from './shapes.ts';
import { byVendorVerb, byVerb, changed, secret } from './verbs.ts';
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
  inspect: byVerb,
});

/** Programs of services that say by their words what they do there. */
const VENDORS =
  'neonctl neon pscale turso confluent boundary sst cdktf argocd flux istioctl velero kops sentry-cli stripe twilio auth0 okta shopify appcenter kaggle huggingface-cli hf hasura jira linear datadog-ci circleci tctl tsh contentful sanity sf sfdx newrelic pd ldcli rollbar fastly koyeb northflank porter qovery upstash xata convex appwrite nhost mongocli exo civo upctl slcli nova glance tanzu rosa ocm rke modal runpodctl coder gridscale ionosctl';

const gcloud = (): ProgramDescriptor => ({
  ...generic('works on Google Cloud'),
  inspect: call =>
    call.path[1] === 'config' && /^(?:set|unset|get|get-value|list)$/.test(call.operands[0]?.text ?? '') ? [] : byVerb(call),
  subcommands: { storage, 'config auth components info version init topic': () => ({}) },
  match: {
    'gcloud compute instances delete x -q': 'delete #destructive',
    'gcloud projects delete p': 'delete #destructive',
    'gcloud secrets versions access latest --secret=x': 'read secret:cloud #secret',
  },
  notMatch: { 'gcloud compute instances list': 'delete; configure', 'gcloud config list': 'delete; configure' },
});

const az = (): ProgramDescriptor => ({
  ...generic('works on Azure'),
  subcommands: { 'login logout account version upgrade extension configure': () => ({}) },
  match: { 'az group delete -n x --yes': 'delete #destructive', 'az keyvault secret show --name x --vault-name v': '* #secret' },
  notMatch: { 'az vm list -o table': 'delete; configure', 'az account show': 'configure' },
});

const deploys = { effects: [sets('service:deployment', 'remote_change', 'shares')] } as const;
const platform = (summary: string): ProgramDescriptor => ({
  ...generic(summary),
  inspect: call => {
    if (/^(?:dev|serve|local)$/.test(call.path[1] ?? '')) return [];
    return call.path[0] === 'supabase' ? byVendorVerb(call) : byVerb(call);
  },
  subcommands: {
    'deploy publish promote rollback scale redeploy up launch': () => deploys,
    down: does(loses('service:deployment', 'remote_change')),
    variables: () => ({ inspect: call => (call.has('--set') ? [changed] : [secret]) }),
    'dev build serve start init link login logout whoami open local': does(projectCode),
    'secrets secret env config': () => ({
      inspect: call => (call.path[0] === 'heroku' && call.path.length === 2 && call.operands.length === 0 ? [secret] : []),
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
  inspect: call =>
    ['-C', '--list-hosts', '--list-tasks', '--list-tags', '--syntax-check'].some(option => call.has(option)) ||
    call.operands.length === 0
      ? []
      : [effect('execute', 'host:inventory', 'remote_execution', 'remote_change')],
  match: {
    'ansible all -m shell -a "rm -rf /x"': 'execute #remote_execution',
    'ansible-playbook site.yml': 'execute #remote_change',
  },
  notMatch: { 'ansible-playbook --check site.yml': '* #remote_execution' },
});

/** Clouds, platforms and infrastructure as code. */
export const cloud: Family = {
  aws,
  gcloud,
  ...sharing('gsutil', () => ({ summary: 'works on Google Cloud storage', ...storage() })),
  az,
  ...sharing('doctl linode-cli hcloud scw ibmcloud oci yc aliyun vultr-cli openstack eksctl', () => generic('works on a cloud')),
  ...sharing(
    'heroku fly flyctl vercel netlify railway wrangler render supabase firebase cf dokku now surge amplify sls serverless sam cdk eb',
    () => platform('deploys to a platform'),
  ),
  ...sharing(VENDORS, () => ({ ...generic('works on a service'), inspect: byVendorVerb })),
  ...sharing('terraform tofu terragrunt', terraform),
  pulumi,
  ...sharing('ansible ansible-playbook', ansible),
  ...sharing('ansible-lint ansible-doc ansible-inventory tflint tfsec checkov infracost terraform-docs', () => ({
    summary: 'checks infrastructure files',
  })),
};
