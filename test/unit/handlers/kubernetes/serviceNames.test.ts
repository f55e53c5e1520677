/** Addresses of Services as programs write them. */
import { expect, test } from '@jest/globals';
import { namesIn } from '../../../../src/handlers/kubernetes/mentions/namesIn.ts';
import { fieldsIn } from '../../../../src/handlers/kubernetes/objects/files.ts';

test.each([
  'http://db.shop:8080/x',
  'jdbc:postgresql://db.shop.svc.cluster.local:5432/app',
  'jdbc:postgresql://db.shop:5432/app',
  'jdbc:mysql:replication://db.shop:3306,db-2.shop:3306/app',
  'jdbc:sqlserver://db.shop:1433;databaseName=app',
  'jdbc:oracle:thin:@db.shop:1521/app',
  'jdbc:oracle:thin:@//db.shop:1521/app',
  'mongodb+srv://user:p@db.shop/app',
  'mongodb://a:b@db-0.db.shop:27017,db-1.db.shop:27017/app',
  'amqp://user:pass@db.shop.svc:5672/vhost',
  'user:password@tcp(db.shop:3306)/app?parseTime=true',
  'host=db.shop port=5432 user=app',
  'Server=db.shop;Database=app;User Id=sa',
  'Server=tcp:db.shop,1433;Database=app',
  'Data Source=db.shop:1521/app',
  'kubernetes:///db.shop:8080',
  'dns:///db.shop:8080',
  'dns:db.shop:8080',
  'xds:///db.shop:8080',
  'static://db.shop:8080',
  'redis+sentinel://db.shop:26379/mymaster',
  'tcp-connect:db.shop:5432',
  '--upstream=grpc+tls://db.shop:443',
  '-Dspring.datasource.url=jdbc:postgresql://db.shop:5432/app',
  'dns+db.shop.svc.cluster.local:10901',
  '--endpoint=dns+db.shop.svc:10901',
  '--store=dns+db.shop:10901',
  'ipv4:db.shop:10901',
  'dns://8.8.8.8/db.shop:50051',
  'tls://db.shop:50051',
  'sips:db.shop:5061',
  'ldap+starttls:db.shop:389',
  'smb://db.shop/share',
  'memcached:db.shop:11211',
  'dnssrv+_http._tcp.db.shop.svc.cluster.local',
  'dnssrvnoa+_client._tcp.db.shop.svc.cluster.local',
  '_http._tcp.db.shop.svc.cluster.local',
  'web/db.shop.svc.cluster.local',
  'exec:nc -z db.shop 5432',
  '$(DB_HOST:-db.shop)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shells and Spring write it so.
  '${DB_HOST:db.shop}',
  '//db.shop/share',
  '\\\\db.shop\\share',
  'db.shop:/exports/data',
])('the Service db of the Namespace shop in %s', (text) => {
  expect(namesIn(text)).toContainEqual(expect.objectContaining({ name: 'db', namespace: 'shop' }));
});

// https://github.com/kubernetes/ingress-nginx/blob/main/deploy/static/provider/cloud/deploy.yaml
test.each([
  '--configmap=$(POD_NAMESPACE)/tcp',
  '--publish-service=$(POD_NAMESPACE)/tcp',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
  '--default-ssl-certificate=${NAMESPACE}/tcp',
])('a name in a Namespace that a variable has: %s', (text) => {
  expect(namesIn(text)).toContainEqual({ name: 'tcp' });
});

// By the square of their length these would take hours.
test.each(['a--', 'a-', 'a', 'a.', '_a', 'a:', ' ', '\n', '[', '$(a', 'name: '])(
  'a file of 400,000 times "%s" is read to its end',
  (part) => {
    const text = `a: ${part.repeat(400_000)}(`;
    const [end] = namesIn(`${text} db.shop.svc`).slice(-2);
    expect([end?.name, [...fieldsIn(`${text}\nsecretName: web`)].at(-1)]).toEqual(['shop', ['secretName', 'web']]);
  },
);

test.each([
  '--redis=$(REDIS_MASTER_SERVICE_HOST):$(REDIS_MASTER_SERVICE_PORT)',
  'exec app --redis "$REDIS_MASTER_SERVICE_HOST"',
  'redis://$(REDIS_MASTER_SERVICE_HOST):6379/1',
  'tcp://$(REDIS_MASTER_PORT_6379_TCP_ADDR)',
  '$(REDIS_MASTER_SERVICE_PORT_HTTP)',
  '$REDIS_MASTER_PORT',
  "os.environ['REDIS_MASTER_SERVICE_HOST']",
])('Q32 a variable of Kubernetes names its Service: %s', (text) => {
  expect(namesIn(text)).toContainEqual({ name: 'redis-master', isHost: true });
});

test('Q32 a variable of 200,000 words ends', () => {
  expect(namesIn(`${'A_'.repeat(200_000)} $(WEB_SERVICE_HOST)`)).toContainEqual({ name: 'web', isHost: true });
});
