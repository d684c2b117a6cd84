import type { Call, CommandDescriptor, Family, Finding, FixedEffect, ProgramDescriptor } from './descriptor.ts';
import { destroys, does, downloads, effect, loses, onWord, option, projectCode, sends, sets, sharing, shows } from './shapes.ts';
import { byVendorVerb, byVerb, changed, lost, secret } from './verbs.ts';
import { mayStayHere } from './requests.ts';

const s3Copy = (call: Call): readonly Finding[] => {
  const [from, to] = call.operands;
  const remote = (text: string | undefined): boolean => text !== undefined && /^(?:s3|gs|az|https?):\/\//.test(text);
  return [
    ...(from !== undefined && !remote(from.text) ? [{ use: { as: 'read' as const, recursive: true }, value: from }] : []),
    ...(to !== undefined && remote(to.text) && !remote(from?.text) ? [sends('uploads' as const)] : []),
    ...(to !== undefined && !remote(to.text) && to.text !== '-' ? [{ use: 'write' as const, value: to }] : []),
    ...(call.has('--delete') || call.has('-d') ? [lost] : []),
  ];
};

const storage = (): CommandDescriptor => ({
  options: {
    '--delete': 'flag',
    '-d': 'flag',
    '--dryrun': 'flag',
    '--recursive --quiet -r -R -m -n': 'flag',
    '--exclude --include --acl --storage-class --region --profile --sse -x': 'text',
  },
  subcommands: {
    'cp sync mv rsync': () => ({ inspect: s3Copy }),
    'rm rb': () => ({ inspect: call => (call.has('--dryrun') ? [] : [lost]) }),
    'ls du cat stat': () => ({}),
    'presign signurl sign-url': () => ({ effects: [{ kind: 'network', target: 'network:upload', tags: ['shares', 'uploads'] }] }),
    'mb website acl setmeta iam lifecycle versioning cors': () => ({ inspect: () => [changed] }),
  },
});

const awsOptions = {
  '--region --profile --output --query --cli-input-json --filters --instance-ids --name --table-name --bucket --key --function-name --stack-name --user-name --role-name --max-items --parameters --template-body --policy-document':
    'text',
  '--endpoint-url': 'text',
} as const;

const aws = (): ProgramDescriptor => ({
  summary: 'works on Amazon Web Services',
  options: { ...awsOptions, '--dry-run': 'flag', '--dryrun': 'flag' },
  subcommands: {
    s3: () => mayStayHere(storage()),
    configure: () => ({
      subcommands: {
        'list list-profiles sso': () => ({}),
        'export-credentials': does(secret),
        get: () => ({ cases: [onWord('^aws_(?:secret_access_key|session_token)$', secret)] }),
        'set import': does(sets('setting:aws')),
      },
    }),
    sso: () => ({}),
    's3api ec2 iam rds lambda dynamodb cloudformation ecs eks ecr logs cloudwatch route53 sns sqs kms secretsmanager ssm sts elasticache elb elbv2 autoscaling cloudfront apigateway stepfunctions events batch glue athena redshift opensearch acm cognito-idp organizations efs backup codebuild codepipeline codedeploy elasticbeanstalk lightsail amplify sagemaker bedrock':
      () => mayStayHere({ inspect: byVerb }),
  },
  inspect: call => (call.path.length === 1 && call.operands.length > 1 ? byVerb(call) : []),
  match: {
    'aws s3 rm s3://b --recursive': 'delete resource:cloud #destructive',
    'aws --endpoint-url=http://localhost:4566 s3 rb s3://b': 'delete #destructive',
    'aws --endpoint-url=http://localhost.x.example s3 mb s3://b': 'configure',
    'aws s3 cp .env s3://b/': 'network upload #uploads; read /w/.env/** #secret',
    'aws ec2 terminate-instances --instance-ids i-1': 'delete #destructive',
    'aws rds delete-db-instance --db-instance-identifier x': 'delete #destructive',
    'aws secretsmanager get-secret-value --secret-id x': 'read secret:cloud #secret',
    'aws iam create-access-key --user-name x': 'configure #remote_change',
  },
  notMatch: {
    'aws s3 ls s3://b': 'delete; configure',
    'aws sts get-caller-identity': 'delete; configure; * #secret',
    'aws ec2 describe-instances --filters Name=x': 'delete; configure',
    'aws s3 cp s3://b/x .': 'network upload',
  },
});

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

/** What Terraform hides otherwise: the state, and outputs in a form for programs. */
const REVEALED: readonly FixedEffect[] = [shows('terraform')];

/** What an expression on the input of the console shows: a value that is marked sensitive, and the files that it reads. */
const evaluated = ({ input = '', home = '~' }: Call): readonly Finding[] => [
  ...(input.includes('nonsensitive') ? REVEALED : []),
  ...Array.from(
    input.matchAll(/\b(?:file\w*|templatefile)\(\s*(?:(?:pathexpand|abspath)\(\s*)?"([^"]*)"/g),
    ([, path = '']): Finding => ({ use: 'read', value: path.replace(/^\$\{path\.\w+\}\//, '').replace(/^~(?=\/)/, home) }),
  ),
];

/** Names of files that hold plans, which are made again. */
const PLAN_FILE = /(?:^|[-_./])(?:tf)?plan(?:[-_][\w-]+)?(?:\.(?:out|bin|binary|zip|plan|tfplan))?$|\.(?:tf)?plan$/i;

/** A plan takes the place of what is in the file. */
const planned = (call: Call): readonly Finding[] =>
  call.values('-out').map(value => ({ use: PLAN_FILE.test(value.text ?? '') ? { as: 'write', keeps: true } : 'write', value }));

const SECRET_NAME =
  '(?:^|_|-)(?:[Ss]ecrets?|[Tt]oken|[Pp]assw(?:or)?d|[Kk]ey|[Cc]redentials?|kubeconfig|connection_string)(?:$|_|-)';

const terraform = (): ProgramDescriptor => ({
  summary: 'makes infrastructure from files',
  style: 'long',
  informational: ['-help', '--help', '-h', '-version', '--version'],
  options: {
    '-chdir --working-dir --terragrunt-working-dir': 'chdir',
    '-var -var-file -target -out -state -backend-config -lock-timeout -parallelism': 'text',
    '-auto-approve -input -no-color -json -upgrade -reconfigure -recursive -check -diff': 'flag',
    '-destroy': 'flag',
  },
  subcommands: {
    destroy: does(loses('resource:infrastructure', 'remote_change')),
    'apply import taint untaint refresh': () => ({
      effects: [sets('resource:infrastructure', 'remote_change')],
      cases: [
        {
          when: { any: ['-destroy'] },
          effects: [loses('resource:infrastructure', 'remote_change')],
        },
      ],
    }),
    // Terragrunt does the same in every folder.
    'run-all run': () => ({
      inspect: ({ operands }) =>
        operands.every(({ text = '' }) => /^(?:plan|validate|init|fmt|graph|providers)$/.test(text))
          ? []
          : [sets('resource:infrastructure', 'remote_change')],
    }),
    state: () => ({
      subcommands: {
        'rm push mv replace-provider': does(loses('resource:state', 'remote_change')),
        pull: () => ({ effects: REVEALED }),
        'list show': () => ({}),
      },
    }),
    workspace: () => ({ subcommands: { delete: destroys('workspace'), 'list show select new': () => ({}) } }),
    'force-unlock': does(sets('resource:lock', 'weakens')),
    output: () => ({
      options: { '-json': 'flag', '-raw': 'flag' },
      effects: [downloads],
      cases: [
        { when: { any: ['-json'] }, effects: REVEALED },
        { when: { any: ['-raw'], operand: SECRET_NAME }, effects: REVEALED },
      ],
    }),
    show: () => ({
      options: { '-json': 'flag' },
      operands: { rest: 'read' },
      effects: [downloads],
      cases: [
        { when: { any: ['-json'] }, effects: [effect('read', 'variable:*', 'secret', 'among')] },
        { when: { any: ['-json'], atMost: 0 }, effects: REVEALED },
      ],
    }),
    console: () => ({ inspect: evaluated }),
    init: () => ({
      options: { '-migrate-state': 'flag', '-force-copy': { effects: [sets('resource:state', 'remote_change')] } },
      effects: [downloads],
    }),
    plan: () => ({ options: { '-out': 'text' }, effects: [downloads], inspect: planned }),
    'validate fmt graph providers version get login logout test hclfmt': does(downloads),
  },
  match: {
    'terraform destroy -auto-approve': 'delete #destructive',
    'terraform apply': 'configure #remote_change',
    'terraform apply -destroy': 'delete #destructive',
    'terragrunt run-all apply': 'configure #remote_change',
    'terragrunt run-all plan apply': 'configure #remote_change',
    'terraform state rm a.b': 'delete #destructive',
    'terraform -chdir=x plan --out=a.tfstate': 'write /w/x/a.tfstate',
    'terraform console <<< \'file("~/.ssh/id_rsa")\'': 'read /home/u/.ssh/id_rsa #secret',
  },
  notMatch: {
    'terraform plan -out=p': 'delete; configure',
    'terraform plan -destroy': 'delete; configure',
    'terragrunt run-all plan --terragrunt-non-interactive': 'delete; configure',
    'terraform -chdir=x fmt -recursive': 'delete; configure',
  },
});

const pulumi = (): ProgramDescriptor => ({
  summary: 'makes infrastructure from code',
  options: { '-s --stack -C --cwd -t --target': 'text' },
  subcommands: {
    destroy: does(loses('resource:infrastructure', 'remote_change')),
    'up update refresh import cancel': does(sets('resource:infrastructure', 'remote_change')),
    stack: () => ({ subcommands: { rm: destroys('stack', 'remote_change'), 'output export ls select init': () => ({}) } }),
    config: () => ({
      subcommands: {
        get: () => ({
          cases: [{ when: { operand: '(?:[Ss]ecret|[Tt]oken|[Pp]assword|[Kk]ey|[Cc]redential)' }, effects: REVEALED }],
        }),
        'set rm refresh cp set-all rm-all': () => ({}),
      },
    }),
    'env open': () => ({ effects: REVEALED }),
    'preview about whoami logs login new version': does(projectCode),
  },
  match: { 'pulumi destroy -y': 'delete #destructive' },
  notMatch: { 'pulumi preview': 'delete; configure' },
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
