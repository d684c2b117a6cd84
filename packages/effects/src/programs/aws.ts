import type { CommandDescriptor, ProgramDescriptor } from './descriptor.ts';
import { always, does, ifGiven, onWord, sends, sets, unseen } from './shapes.ts';
import { changed, lost, secret } from './rules/verbClass.ts';

/** An address of the storage of a cloud. */
const REMOTE = '^(?:s3|gs|az|https?)://';

const copying = (): CommandDescriptor => ({
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
});

/** Commands that copy to and from the storage of a cloud. */
export const storage = (): CommandDescriptor => ({
  options: {
    '--delete': 'flag',
    '--dryrun': 'flag',
    '--recursive --quiet -r -R -m -n': 'flag',
    '--exclude --include --acl --storage-class --region --profile --sse -x': 'text',
  },
  subcommands: {
    'cp sync mv rsync': copying,
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
export const aws = (): ProgramDescriptor => ({
  summary: 'works on Amazon Web Services',
  options: { ...awsOptions, '--dry-run': 'flag', '--dryrun': 'flag' },
  subcommands: {
    s3: () => ({ ...storage(), mayStayHere: true }),
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
      () => ({ verbClass: [{ of: 'cloud' }], mayStayHere: true }),
  },
  verbClass: [{ of: 'cloud', when: { verb: '^$', atLeast: 2 } }],
});
