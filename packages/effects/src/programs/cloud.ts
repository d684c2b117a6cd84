import type { CommandDescriptor, Family, FixedEffect } from './descriptor.ts';
import { changed, lost, secret } from './rules/verbClass.ts';
import {
  always,
  destroys,
  does,
  downloads,
  effect,
  ifGiven,
  loses,
  onWord,
  option,
  projectCode,
  sends,
  sets,
  sharing,
  shows,
  unseen,
} from './shapes.ts';

/** What Terraform hides otherwise: the state, and outputs in a form for programs. */
const REVEALED: readonly FixedEffect[] = [shows('terraform')];

/** Names of files that hold plans, which are made again. */
const PLAN_FILE = '(?i)(?:^|[-_./])(?:tf)?plan(?:[-_][\\w-]+)?(?:[.](?:out|bin|binary|zip|plan|tfplan))?$|[.](?:tf)?plan$';

const SECRET_NAME =
  '(?:^|_|-)(?:[Ss]ecrets?|[Tt]oken|[Pp]assw(?:or)?d|[Kk]ey|[Cc]redentials?|kubeconfig|connection_string)(?:$|_|-)';

/** `terraform` and the tools like it. */
const terraform = (): CommandDescriptor => ({
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
      cases: [{ when: { any: ['-destroy'] }, effects: [loses('resource:infrastructure', 'remote_change')] }],
    }),
    // Terragrunt does the same in every folder.
    'run-all run': () => ({
      keyword: [
        {
          when: { word: '^(?!(?:plan|validate|init|fmt|graph|providers)$)' },
          effects: [sets('resource:infrastructure', 'remote_change')],
        },
      ],
    }),
    state: () => ({
      subcommands: {
        'rm push mv replace-provider': does(loses('resource:state', 'remote_change')),
        pull: () => ({ effects: REVEALED }),
        'list show': () => ({}),
      },
    }),
    workspace: () => ({ subcommands: { delete: destroys('workspace') } }),
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
    console: () => ({
      // What an expression on the input shows: a value that is marked sensitive, and the files that it reads.
      keyword: [{ when: { input: 'nonsensitive' }, effects: REVEALED }],
      optionValue: [
        {
          inInput: '\\b(?:file\\w*|templatefile)\\(\\s*(?:(?:pathexpand|abspath)\\(\\s*)?"([^"]*)"',
          take: ['^[$][{]path[.]\\w+[}]/', ''],
          use: 'read',
        },
      ],
    }),
    init: () => ({
      options: { '-migrate-state': 'flag', '-force-copy': { effects: [sets('resource:state', 'remote_change')] } },
      effects: [downloads],
    }),
    plan: () => ({
      options: { '-out': 'text' },
      effects: [downloads], // A plan takes the place of what is in the file.
      optionValue: [
        { of: '-out', fits: PLAN_FILE, use: { as: 'write', keeps: true } },
        { of: '-out', unless: PLAN_FILE, use: 'write' },
      ],
    }),
    'validate fmt graph providers version get login logout test hclfmt': does(downloads),
  },
});

const pulumi = (): CommandDescriptor => ({
  options: { '-s --stack -C --cwd -t --target': 'text' },
  subcommands: {
    destroy: does(loses('resource:infrastructure', 'remote_change')),
    'up update refresh import cancel': does(sets('resource:infrastructure', 'remote_change')),
    stack: () => ({ subcommands: { rm: destroys('stack', 'remote_change') } }),
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
});

/** An address of the storage of a cloud. */
const REMOTE = '^(?:s3|gs|az|https?)://';

const storage = (): CommandDescriptor => ({
  options: {
    '--delete': 'flag',
    '--dryrun': 'flag',
    '--recursive --quiet -r -R -m -n': 'flag',
    '--exclude --include --acl --storage-class --region --profile --sse -x': 'text',
  },
  subcommands: {
    'cp sync mv rsync': () => ({
      keyword: [{ when: { second: REMOTE, not: { first: REMOTE } }, effects: [sends('uploads')] }, ifGiven('--delete -d', lost)],
      optionValue: [
        { to: 1, unless: REMOTE, use: { as: 'read', recursive: true } },
        { from: 1, to: 2, unless: `${REMOTE}|^-$`, use: 'write' },
        {
          from: 1,
          to: 2,
          unless: REMOTE,
          when: { first: REMOTE, either: [{ any: ['--recursive'] }, { line: '(?:^| )r?sync ' }] },
          use: unseen,
        },
      ],
    }),
    'rm rb': () => ({ keyword: [{ when: { none: ['--dryrun'] }, effects: [lost] }] }),
    'ls du cat stat': () => ({}),
    'presign signurl sign-url': () => ({ effects: [{ kind: 'network', target: 'network:upload', tags: ['shares', 'uploads'] }] }),
    'mb website acl setmeta iam lifecycle versioning cors': () => ({ keyword: [always(changed)] }),
  },
});

const awsOptions = {
  '--region --profile --output --query --cli-input-json --filters --instance-ids --name --table-name --bucket --key --function-name --stack-name --user-name --role-name --max-items --parameters --template-body --policy-document':
    'text',
  '--endpoint-url': 'text',
} as const;

/** The client of Amazon Web Services. */
const aws = (): CommandDescriptor => ({
  options: { ...awsOptions, '--dry-run': 'flag', '--dryrun': 'flag' },
  subcommands: {
    s3: () => ({ ...storage(), mayStayHere: true }),
    configure: () => ({
      subcommands: {
        'export-credentials': does(secret),
        get: () => ({ cases: [onWord('^aws_(?:secret_access_key|session_token)$', secret)] }),
        'set import': does(sets('setting:aws')),
      },
    }),
    sso: () => ({}),
    's3api ec2 iam rds lambda dynamodb cloudformation ecs eks ecr logs cloudwatch route53 sns sqs kms secretsmanager ssm sts elasticache elb elbv2 autoscaling cloudfront apigateway stepfunctions events batch glue athena redshift opensearch acm cognito-idp organizations efs backup codebuild codepipeline codedeploy elasticbeanstalk lightsail amplify sagemaker bedrock':
      () => ({ verbClass: [{ of: 'cloud' }], mayStayHere: true }),
  },
  verbClass: [{ of: 'cloud', when: { verb: '^$', atLeast: 2 } }],
});

const generic = (): CommandDescriptor => ({
  options: {
    '--project --region --zone --format --filter -g --resource-group -n --name --subscription -o --output --query -a --app -c --config --org --account --location --profile --context':
      'text',
    '--dry-run': 'flag',
    '--prod': option(sets('service:deployment', 'remote_change', 'shares')),
  },
  verbClass: [{ of: 'cloud' }],
});

/** Programs of services that say by their words what they do there. */
const VENDORS =
  'neonctl neon pscale turso confluent boundary sst cdktf argocd flux istioctl velero kops sentry-cli stripe twilio auth0 okta shopify appcenter kaggle huggingface-cli hf hasura jira linear datadog-ci circleci tctl tsh contentful sanity sf sfdx newrelic pd ldcli rollbar fastly koyeb northflank porter qovery upstash xata convex appwrite nhost mongocli exo civo upctl slcli nova glance tanzu rosa ocm rke modal runpodctl coder gridscale ionosctl';

const deploys = { effects: [sets('service:deployment', 'remote_change', 'shares')] } as const;
const platform = (): CommandDescriptor => ({
  ...generic(),
  verbClass: [{ of: 'cloud', when: { not: { verb: '^(?:dev|serve|local)$' } } }],
  subcommands: {
    'deploy publish promote rollback scale redeploy up launch': () => deploys,
    down: does(loses('service:deployment', 'remote_change')),
    variables: () => ({ keyword: [{ when: { any: ['--set'] }, effects: [changed], ends: true }, always(secret)] }),
    'dev build serve start init link login logout whoami open local': does(projectCode),
    'secrets secret env config': () => ({
      keyword: [{ when: { program: '^heroku$', line: '^\\S+$' }, effects: [secret] }],
      subcommands: {
        'pull get show': does(secret),
        'rm unset remove delete': destroys('variable', 'remote_change'),
        'set add push put import': does(sets('variable:cloud', 'remote_change')),
      },
    }),
  },
});

/** Clouds, platforms and infrastructure as code. */
export const cloud: Family = {
  aws,
  gcloud: () => ({
    ...generic(),
    verbClass: [{ of: 'cloud', when: { not: { line: '^config (?:set|unset|get|get-value|list)(?: |$)' } } }],
    subcommands: { storage, 'config auth components info version init topic': () => ({}) },
  }),
  ...sharing('gsutil', () => ({ ...storage() })),
  az: () => ({
    ...generic(),
    subcommands: { 'login logout account version upgrade extension configure': () => ({}) },
  }),
  ...sharing('doctl linode-cli hcloud scw ibmcloud oci yc aliyun vultr-cli openstack eksctl', () => generic()),
  ...sharing(
    'heroku fly flyctl vercel netlify railway wrangler render firebase cf dokku now surge amplify sls serverless sam cdk eb',
    () => platform(),
  ),
  supabase: () => ({
    ...platform(),
    verbClass: [
      {
        of: 'service',
        when: { not: { verb: '^(?:dev|serve|local)$' } },
        local: '^(?:start|stop|migration|gen|test|services|bootstrap|seed)$',
      },
    ],
  }),
  ...sharing(VENDORS, () => ({ ...generic(), verbClass: [{ of: 'service' }] })),
  ...sharing('terraform tofu terragrunt', terraform),
  pulumi,
  ...sharing('ansible ansible-playbook', () => ({
    informational: ['-h', '--help', '--version'],
    options: {
      '-i --inventory -e --extra-vars -m --module-name -a --args -u --user -l --limit -t --tags --vault-password-file --private-key -f':
        'text',
      '-C --check': 'flag',
    },
    keyword: [
      {
        when: { none: ['-C', '--list-hosts', '--list-tasks', '--list-tags', '--syntax-check'], atLeast: 1 },
        effects: [effect('execute', 'host:inventory', 'remote_execution', 'remote_change')],
      },
    ],
  })),
  ...sharing('ansible-lint ansible-doc ansible-inventory tflint tfsec checkov infracost terraform-docs', () => ({})),
};
