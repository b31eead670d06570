import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import {
  commandIds,
  contextKeys,
  reviewViewId,
  settingKeys,
  viewContainerId,
} from '../../src/host/contributions';
import { defaultModel, readSettings } from '../../src/host/settings';

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
  readonly icon?: string;
  readonly enablement?: string;
}
interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}
interface Setting {
  readonly default: unknown;
  readonly scope?: string;
}
interface Manifest {
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly markdown: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
}

const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const names = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const { commands, menus, configuration } = manifest.contributes;
const clauses = [
  ...commands.map((command) => command.enablement ?? ''),
  ...Object.values(menus).flatMap((items) => items.map((item) => item.when ?? '')),
];

describe('contributions', () => {
  it('has the same commands in code and package.json', () => {
    assert.deepEqual(
      commands.map((command) => command.command).sort(),
      Object.values(commandIds).sort(),
    );
  });

  it('gives every command the category BVL and a translated title', () => {
    for (const { command, category, title } of commands) {
      assert.equal(category, 'BVL', command);
      assert.equal(title, `%${command}%`);
      assert.ok(names[command] !== undefined && names[command] !== '', command);
    }
  });

  it('gives a toolbar command a codicon', () => {
    const toolbar = menus['view/title'] ?? [];
    for (const { command, group } of toolbar.filter((item) => item.group?.startsWith('nav'))) {
      const icon = commands.find((one) => one.command === command)?.icon;
      assert.match(icon ?? '', /^\$\([a-z-]+\)$/, `${command} in ${group ?? ''}`);
    }
  });

  it('names only commands of its own in menus, and hides the context menu’s from the palette', () => {
    const known = new Set<string>(Object.values(commandIds));
    for (const item of Object.values(menus).flat()) assert.ok(known.has(item.command));
    assert.deepEqual(menus['commandPalette'], [
      { command: commandIds.verifyResource, when: 'false' },
    ]);
  });

  it('offers "Verify with BVL" in explorer, editor and tab', () => {
    for (const menu of ['explorer/context', 'editor/context', 'editor/title/context']) {
      const items = menus[menu] ?? [];
      assert.deepEqual(
        items.map((item) => item.command),
        [commandIds.verifyResource],
      );
      assert.match(items[0]?.when ?? '', /resourceScheme == file/);
    }
  });

  it('uses exactly the context keys of the table', () => {
    const used = new Set(clauses.flatMap((clause) => clause.match(/\bbvl\.[A-Za-z]+/g) ?? []));
    used.delete(reviewViewId);
    const known = new Set<string>(Object.values(contextKeys));
    assert.deepEqual(
      [...used].filter((key) => !known.has(key)),
      [],
    );
  });

  it('has the same settings in code and package.json, with the same defaults', () => {
    assert.deepEqual(
      Object.keys(configuration.properties).sort(),
      Object.values(settingKeys)
        .map((key) => `bvl.${key}`)
        .sort(),
    );
    const declared = readSettings((key) => configuration.properties[`bvl.${key}`]?.default);
    const unset = readSettings(() => undefined);
    assert.deepEqual(declared.settings, unset.settings);
    assert.deepEqual(declared.problems, []);
    assert.equal(configuration.properties['bvl.anthropic.model']?.default, defaultModel);
  });

  it('keeps the address that the key goes to out of a workspace’s hands', () => {
    assert.equal(configuration.properties['bvl.anthropic.baseUrl']?.scope, 'machine');
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    assert.ok(restricted.includes('bvl.anthropic.baseUrl'));
    for (const key of restricted) assert.ok(key in configuration.properties, key);
  });

  it('has the view and its container', () => {
    const { viewsContainers, views } = manifest.contributes;
    assert.deepEqual(
      viewsContainers.activitybar.map((one) => one.id),
      [viewContainerId],
    );
    assert.deepEqual(
      views[viewContainerId]?.map((view) => view.id),
      [reviewViewId],
    );
  });

  it('has a walkthrough of three to five steps, with texts and commands that are there', () => {
    const known = new Set<string>(Object.values(commandIds));
    for (const { steps } of manifest.contributes.walkthroughs) {
      assert.ok(steps.length >= 3 && steps.length <= 5);
      for (const { description, media, completionEvents } of steps) {
        assert.ok(existsSync(media.markdown), media.markdown);
        const text = names[description.slice(1, -1)] ?? '';
        const links = [...text.matchAll(/\(command:([^)]+)\)/g)].map((match) => match[1] ?? '');
        const events = completionEvents.map((event) => event.replace(/^onCommand:/, ''));
        for (const id of [...links, ...events]) assert.ok(known.has(id), id);
        assert.equal(links.length, 1);
      }
    }
  });

  it('has every command explained in the README, by its title', () => {
    const rows = readFileSync('README.md', 'utf8').match(/^\| .+ \|$/gm) ?? [];
    for (const { title } of commands) {
      const name = names[title.slice(1, -1)] ?? title;
      assert.ok(
        rows.some((row) => row.split('|')[1]?.includes(name) === true),
        name,
      );
    }
  });

  it('translates every placeholder of package.json and nothing else', () => {
    const placeholders = new Set(
      [...text.matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? ''),
    );
    assert.deepEqual([...placeholders].sort(), Object.keys(names).sort());
  });
});
