/**
 * `npm run bench`: times and sizes beside what they should be, all in one run. `npm run bench --
 * engine file` measures some: engine, critics, file, sizes, activation. Times are of this machine
 * at this moment; the exit code does not judge them.
 */
import { activation } from './bench/activation';
import { bigFile } from './bench/big-file';
import { engineRounds } from './bench/engine-rounds';
import { table, type Measure } from './bench/measure';
import { parallelCritics } from './bench/parallel-critics';
import { sizes } from './bench/sizes';

const benches: Record<string, () => Promise<Measure[]>> = {
  engine: engineRounds,
  critics: parallelCritics,
  file: bigFile,
  sizes,
  activation,
};

const wanted = process.argv.slice(2);
const measures: Measure[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  measures.push(...(await bench()));
}
process.stdout.write(`\n${table(measures)}\n`);
