// Starts every script of the project: `node scripts/bootstrap.mjs scripts/NAME.ts [arguments]`.
//
// It is the only file that has to run on Node 20 with nothing installed. It installs what
// package-lock.json names, puts the Node 24 of the npm package at node_modules/node/bin, and runs
// the script under it. When all that is there already it costs a few milliseconds.

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const wantedMajor = 24;

if (majorOf(process.versions.node) < 20) {
  fail(`Node ${process.versions.node} is too old: Node 20 or newer is needed to start.`);
}
if (!isInstalled()) install();
const node = placeNode() ?? ownNode();
run(node, process.argv.slice(2));

/** True when every package that package-lock.json demands is there in that version. */
function isInstalled() {
  const wanted = readJson(path.join(root, 'package-lock.json'))?.packages;
  const found = readJson(path.join(modules, '.package-lock.json'))?.packages;
  if (wanted === undefined) fail('package-lock.json is missing or cannot be read.');
  if (found === undefined) return false;
  return Object.entries(wanted).every(
    ([place, entry]) =>
      place === '' || entry.optional === true || found[place]?.version === entry.version,
  );
}

function install() {
  process.stderr.write('Installing the dependencies (once; this takes a minute or less)…\n');
  const result = spawnSync(
    npm(),
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  );
  if (result.error !== undefined) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) {
    fail(
      'npm could not install the dependencies; its message is above. Is the registry reachable?',
    );
  }
}

/**
 * The npm package `node` fetches its binary in an install script; no install script runs here, so
 * the binary of the platform's own package (an optional dependency) is linked where it belongs.
 */
function placeNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const source = path.join(modules, `node-${platform}-${process.arch}`, 'bin', name);
  const target = path.join(modules, 'node', 'bin', name);
  if (!existsSync(source)) return null;
  if (existsSync(target) && statSync(target).size === statSync(source).size) return target;
  mkdirSync(path.dirname(target), { recursive: true });
  const staged = `${target}.${process.pid}`;
  try {
    linkSync(source, staged);
  } catch {
    copyFileSync(source, staged);
  }
  chmodSync(staged, 0o755);
  renameSync(staged, target);
  rmSync(staged, { force: true });
  return target;
}

/** The Node that runs this file, when it is new enough for the development tools. */
function ownNode() {
  if (majorOf(process.versions.node) >= wantedMajor) return process.execPath;
  return fail(
    `No Node ${wantedMajor} package is known for ${process.platform}-${process.arch}. ` +
      `Install Node ${wantedMajor} and start again with it.`,
  );
}

function run(executable, commandLine) {
  const [script, ...rest] = commandLine;
  if (script === undefined) {
    process.stdout.write(`${executable}\n`);
    return;
  }
  const runner = script.endsWith('.ts')
    ? [path.join(root, 'scripts', 'run.mjs'), script]
    : [script];
  const child = spawn(executable, ['--enable-source-maps', ...runner, ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [path.dirname(executable), path.join(modules, '.bin'), process.env.PATH]
        .filter((part) => part !== undefined)
        .join(path.delimiter),
    },
  });
  // The terminal sends Ctrl-C to the child as well: wait for its own ending.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${executable} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1));
  });
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
