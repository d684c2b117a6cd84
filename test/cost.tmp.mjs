import { registerHooks } from 'node:module';
const urls = new Set();
registerHooks({
  load(url, context, next) {
    urls.add(url);
    return next(url, context);
  },
});
const c = process.cpuUsage();
await import(process.argv[2]);
const { user } = process.cpuUsage(c);
console.log(
  process.argv[2].padEnd(36),
  `${(user / 1000).toFixed(0)} ms CPU, ${urls.size} modules, ${[...urls].filter(u => u.includes('node_modules') && !u.includes('@licet')).length} from elsewhere`,
);
