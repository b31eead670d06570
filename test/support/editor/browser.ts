import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { cached, unpackPackage } from './cache';

const decompress = promisify(brotliDecompress);

/** Places where distributions and installers put a browser that playwright can drive. */
const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Nothing but the pages that a test opens is to be fetched. */
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

/** A signal ends the tests at once; the browser ends when they do, as its pipe closes then. */
const plainSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * A headless browser: BVL_BROWSER, else an installed Chrome or Chromium, else the one inside the
 * npm package `@sparticuz/chromium` (which needs nothing of the system but the C library).
 */
export async function launchBrowser(): Promise<Browser> {
  const named = process.env['BVL_BROWSER'];
  const installed = named ?? installedBrowsers.find((file) => existsSync(file));
  if (installed !== undefined) {
    return chromium.launch({ executablePath: installed, args: quietArguments, ...plainSignals });
  }
  const folder = await cached('chromium-153.0.0', unpackBrowser);
  const fonts = path.join(folder, 'fonts.conf');
  await writeFile(fonts, fontConfiguration(folder, await eastAsianFonts()));
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: [...quietArguments, '--headless=shell', '--no-zygote'],
    ...plainSignals,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'lib'),
      FONTCONFIG_FILE: fonts,
    },
  });
}

async function unpackBrowser(folder: string): Promise<void> {
  const source = path.resolve('node_modules/@sparticuz/chromium/bin');
  await writeFile(
    path.join(folder, 'chromium'),
    await decompress(await readFile(path.join(source, 'chromium.br'))),
  );
  await chmod(path.join(folder, 'chromium'), 0o755);
  for (const archive of ['swiftshader', 'al2023', 'fonts']) {
    const plain = path.join(folder, `${archive}.tar`);
    await writeFile(
      plain,
      await decompress(await readFile(path.join(source, `${archive}.tar.br`))),
    );
    await promisify(execFile)('tar', ['-xf', plain, '-C', folder]);
  }
}

/**
 * A folder with a Chinese and a Korean font, for pictures with such text; null when the registry
 * does not give them, because nothing but a picture depends on it.
 */
async function eastAsianFonts(): Promise<string | null> {
  const fonts = { 'fonts-sc': 'NotoSansHans-Regular.otf', 'fonts-kr': 'NotoSansKR-Regular.otf' };
  return cached('east-asian-fonts-1.0.0', async (folder) => {
    for (const [name, file] of Object.entries(fonts)) {
      const unpacked = path.join(folder, name);
      await mkdir(unpacked);
      await unpackPackage(`@embedpdf/${name}@1.0.0`, unpacked);
      await copyFile(path.join(unpacked, 'fonts', file), path.join(folder, file));
      await rm(unpacked, { recursive: true });
    }
  }).catch(() => null);
}

const monospaceFonts = ['DejaVu Sans Mono', 'Liberation Mono', 'Noto Sans Mono'];

/** The fonts of the system, and those of the packages, which are all there is on a bare machine. */
function fontConfiguration(folder: string, more: string | null): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${path.join(folder, 'fonts')}</dir>
  ${more === null ? '' : `<dir>${more}</dir>`}
  <alias><family>monospace</family><prefer>${monospaceFonts
    .map((name) => `<family>${name}</family>`)
    .join('')}</prefer></alias>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}
