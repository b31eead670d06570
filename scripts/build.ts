/** `npm run build`: everything that ships, into dist/. `--production`: small; `--watch`: goes on. */
import { buildAll } from './bundles';

await buildAll({
  production: process.argv.includes('--production'),
  watch: process.argv.includes('--watch'),
});
