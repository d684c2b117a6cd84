import { analyzeShell } from '@licet/effects';
import { describe, expect, it } from 'vitest';

const marks = (command: string): readonly (readonly string[])[] =>
  analyzeShell(command, { cwd: '/w', root: '/w', home: '/home/u', env: {} })
    .map(({ tags = [] }) => tags)
    .filter(tags => tags.includes('secret'));

describe('what a call shows', () => {
  it.each([
    'make -pn | grep X',
    'make --print-data-base',
    'cmake -E environment',
    'npm run env',
    'tmux show-environment -g',
    'systemctl show web -p Environment',
    'systemctl cat nginx',
    'direnv export bash',
    'ansible-inventory --list',
    'etcdctl get / --prefix',
    'gcloud run services describe web --format=yaml',
    'echo $DATABASE_URL',
    'printenv REDIS_URL',
    'compgen -v | while read v; do echo "$v=${!v}"; done',
    "awk 'BEGIN { for (k in ENVIRON) print k, ENVIRON[k] }'",
  ])('may hold credentials among other things, and is redacted: %s', command => {
    expect(marks(command)).toEqual([['among', 'secret']]);
  });

  it.each([
    'stripe config --list',
    'docker context export default -',
    'aws sso get-role-credentials --access-token t --role-name r --account-id 1',
    'etcdctl get /registry/secrets/prod/db',
    "rails runner 'puts Rails.application.credentials.inspect'",
    `php artisan tinker --execute 'dump(env("DB_PASSWORD"))'`,
    `python manage.py shell -c 'from django.conf import settings; print(settings.DATABASES)'`,
    "jq -n '$ENV.STRIPE_SECRET_KEY'",
    "yq -n 'env(STRIPE_SECRET_KEY)'",
    `gomplate -i '{{ getenv "STRIPE_SECRET_KEY" }}'`,
  ])('is credentials: %s', command => {
    expect(marks(command)).toEqual([['secret']]);
  });

  it.each([
    'make build',
    'make PREFIX=x install',
    'npm run env:check',
    'systemctl status nginx',
    'tmux list-sessions',
    'echo $HOME ${!AWS_*}',
    'v=HOME; echo ${!v}',
    `awk 'BEGIN { print ENVIRON["HOME"] }'`,
    'jq -n env.HOME',
    'stripe config --help',
    `python manage.py shell -c 'from django.conf import settings; print(settings.DEBUG)'`,
  ])('is no secret: %s', command => {
    expect(marks(command)).toEqual([]);
  });
});

describe('a program that is not described and that sends', () => {
  const uploads = (command: string): boolean =>
    analyzeShell(command, { cwd: '/w', root: '/w', home: '/home/u', env: {} }).some(({ tags }) => tags?.includes('uploads'));

  it.each([
    'oras push registry.example.org/x data/users.csv',
    'databricks fs cp data/users.csv dbfs:/x',
    'mytool cp data/users.csv u@host.example.org:',
    'mytool push data/users.csv ghcr.io/x/y:1',
    'upload.sh data/users.csv',
  ])('is seen: %s', command => {
    expect(uploads(command)).toBe(true);
  });

  it.each([
    'mytool cp a.txt b.txt',
    'mytool push origin main',
    'mytool push ./x',
    'mytool copy data:x data:y',
    'mytool sync a/ b/',
  ])('is not seen where nothing leaves: %s', command => {
    expect(uploads(command)).toBe(false);
  });
});

describe('a change of another system', () => {
  const changes = (command: string): boolean =>
    analyzeShell(command, { cwd: '/w', root: '/w', home: '/home/u', env: {} }).some(({ tags }) =>
      tags?.includes('remote_change'),
    );

  it.each([
    'curl -X PUT https://consul.prod.example.net/v1/kv/x -d y',
    'curl -X PATCH http://flags.prod.example.net/x -d 1',
    'curl -X POST https://jenkins.prod.example.net/safeRestart',
    `curl -X POST https://hooks.slack.com/services/T/B/x -d '{"text":"x"}'`,
    'docker --context prod compose down',
    'kubectl config use-context prod',
    'kubectx eks-live-1',
    'dbt run --target prod',
    'terraform init -migrate-state -force-copy',
    'helmfile apply',
  ])('is seen: %s', command => {
    expect(changes(command)).toBe(true);
  });

  it.each([
    'curl -X PUT http://localhost:9200/idx -d 1',
    'curl -X PATCH http://api:3000/x -d 1',
    'curl -X PUT https://httpbin.org/put -d 1',
    'curl -X PUT https://api.example.org/v1/items/1 -d 1',
    'curl -X POST https://api.staging.example.net/x -d 1',
    'curl -X POST https://example.com/api/items -d 1',
    'docker --context prod ps',
    'docker --context colima compose up -d',
    'docker run -c 512 x',
    'kubectl config use-context kind-dev',
    'kubectx kind-dev',
    'dbt run --select products',
    'terraform init -upgrade',
    'helmfile diff',
  ])('is not seen where nothing changes: %s', command => {
    expect(changes(command)).toBe(false);
  });
});
