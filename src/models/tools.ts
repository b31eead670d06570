import { z } from 'zod';
import type { ToolCallRecord } from '../engine/build-verify/events';
import { type ReadView, type Staging, type ToolAccess, ToolError } from '../engine/ports';
import { assertNever } from '../util/assert-never';
import { checkWholeFile, insertAfterLine, replaceUnique } from './edit-text';
import { asData, linesOf, numberedLines, sliceWhole } from './tool-text';

/** A tool as a service is told about it: the name, what it does, and the JSON Schema of its input. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolOutcome {
  /** What the model is given back. */
  readonly text: string;
  readonly record: ToolCallRecord;
}

/** The tools of one conversation. Nothing outside these is ever done for a model. */
export interface ToolSet {
  /** The same for every conversation with the same kind of access, byte for byte (they open the cached prefix). */
  readonly definitions: readonly ToolDefinition[];
  /**
   * Runs one call. Invalid input, an unknown tool and every `ToolError` become an error outcome and change nothing. Rejects only
   * on what is no fault of the model (a defect of ours, a disk that fails).
   */
  run(name: string, input: unknown): Promise<ToolOutcome>;
}

/**
 * The read tools for a Critic, the edit tools as well for an Implementor, none for a judge (build-verify.md, "Spawning").
 * @param signal once it aborts nothing is written any more, not even by a call that is under way (field-notes row 13)
 */
export function toolSet(access: ToolAccess, signal?: AbortSignal): ToolSet {
  const tools = toolsOf(access, signal);
  return {
    definitions: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    })),
    run: async (name, input) => {
      const given = recordable(input);
      const failed = (why: string): ToolOutcome => ({
        text: why,
        record: { name, input: given, error: why },
      });
      const tool = tools.find((candidate) => candidate.name === name);
      if (tool === undefined) {
        const known = tools.map((candidate) => candidate.name).join(', ');
        return failed(
          known === ''
            ? `There is no tool ${JSON.stringify(name)}; answer without tools.`
            : `There is no tool ${JSON.stringify(name)}. The tools are: ${known}.`,
        );
      }
      try {
        return { text: await tool.run(input), record: { name, input: given, error: null } };
      } catch (error) {
        if (error instanceof ToolError) return failed(error.message);
        throw error;
      }
    },
  };
}

/** The tools that go with a kind of access, as a service is told about them. */
export function toolDefinitions(access: ToolAccess['kind']): readonly ToolDefinition[] {
  switch (access) {
    case 'none':
      return [];
    case 'read':
      return toolSet({ kind: 'read', view: noFiles }).definitions;
    case 'edit':
      return toolSet({ kind: 'edit', staging: noFiles }).definitions;
    default:
      return assertNever(access, 'tool access');
  }
}

/** Stands in where only the definitions are wanted. */
const noFiles: Staging = {
  readText: () => Promise.reject(new ToolError('There are no files here.')),
  findFiles: () => Promise.resolve({ paths: [], more: false }),
  searchText: () => Promise.resolve({ hits: [], more: false }),
  isWritable: () => Promise.resolve(false),
  stagedText: () => Promise.resolve(null),
  writeText: () => Promise.reject(new ToolError('There are no files here.')),
  collect: () => Promise.resolve([]),
};

/** Path a tool call is about, for the progress line; null when it names none. */
export function pathOfCall(input: unknown): string | null {
  const path = recordable(input).path ?? recordable(input).glob;
  return typeof path === 'string' ? path : null;
}

interface Tool extends ToolDefinition {
  run(input: unknown): Promise<string>;
}

function toolsOf(access: ToolAccess, signal: AbortSignal | undefined): readonly Tool[] {
  switch (access.kind) {
    case 'none':
      return [];
    case 'read':
      return readTools(access.view);
    case 'edit':
      return [...readTools(access.staging), ...editTools(access.staging, signal)];
    default:
      return assertNever(access, 'tool access');
  }
}

function tool<Shape extends z.ZodType>(
  name: string,
  description: string,
  shape: Shape,
  run: (input: z.infer<Shape>) => Promise<string>,
): Tool {
  const schema = Object.entries(z.toJSONSchema(shape)).filter(([key]) => key !== '$schema');
  const inputSchema = Object.fromEntries(schema) as Record<string, unknown>;
  return {
    name,
    description,
    inputSchema,
    run: async (input) => {
      const parsed = shape.safeParse(input);
      if (!parsed.success) {
        throw new ToolError(
          `The input of ${name} is not valid, nothing was done. ${z.prettifyError(parsed.error)}`,
        );
      }
      return run(parsed.data);
    },
  };
}

const line = z.number().int().min(1);
const path = z.string().min(1).describe('Path of the file, relative to the workspace.');
const searchLimit = 100;
const findLimit = 200;
const hitCharacters = 300;

function readTools(view: ReadView): Tool[] {
  return [
    tool(
      'view',
      'Shows numbered lines of a text file. The output is bounded; a note says how to go on.',
      z.strictObject({
        path,
        from_line: line.optional().describe('First line to show, counted from 1.'),
        to_line: line.optional().describe('Last line to show.'),
        from_column: line
          .optional()
          .describe('First character of each line to show; for very long lines.'),
      }),
      async (input) => {
        const lines = linesOf(await view.readText(input.path));
        const count = lines.length;
        const from = input.from_line ?? 1;
        if (count === 0) return `${JSON.stringify(input.path)} is empty.`;
        if (from > count) {
          throw new ToolError(
            `${JSON.stringify(input.path)} has ${count} lines; from_line ${from} is past its end.`,
          );
        }
        if (input.to_line !== undefined && input.to_line < from) {
          throw new ToolError(`to_line ${input.to_line} is before from_line ${from}.`);
        }
        const to = input.to_line ?? null;
        return numberedLines(input.path, lines, { from, to, column: input.from_column ?? 1 });
      },
    ),
    tool(
      'search_text',
      'Finds lines that contain a text (or match a regular expression) in the files of the workspace.',
      z.strictObject({
        text: z.string().min(1).describe('The text to look for.'),
        regex: z.boolean().optional().describe('True when text is a regular expression.'),
        glob: z
          .string()
          .min(1)
          .optional()
          .describe('Only in files whose path matches, such as src/**/*.ts.'),
      }),
      async (input) => {
        const { hits, more } = await view.searchText(
          { text: input.text, regex: input.regex ?? false, glob: input.glob ?? null },
          searchLimit,
        );
        if (hits.length === 0) return 'Nothing was found.';
        const lines = hits.map(
          (hit) => `${hit.path}:${hit.line}: ${sliceWhole(hit.text, hitCharacters)}`,
        );
        return withMore(
          asData(`${hits.length} lines found; path, line, text.`, lines.join('\n')),
          more,
          'There are more: narrow the text or give a glob.',
        );
      },
    ),
    tool(
      'find_files',
      'Lists files of the workspace whose path matches a glob.',
      z.strictObject({
        glob: z.string().min(1).describe('Such as **/*.md or src/**.'),
      }),
      async (input) => {
        const { paths, more } = await view.findFiles(input.glob, findLimit);
        if (paths.length === 0) return 'No file matches.';
        return withMore(
          asData(`${paths.length} files.`, paths.join('\n')),
          more,
          'There are more: give a narrower glob.',
        );
      },
    ),
  ];
}

function editTools(staging: Staging, signal: AbortSignal | undefined): Tool[] {
  const write = async (target: string, text: string): Promise<void> => {
    if (signal?.aborted === true) throw new ToolError('The call was stopped; nothing was written.');
    await staging.writeText(target, text);
  };
  return [
    tool(
      'replace_text',
      'Replaces one text in an artifact file. old_text must stand there exactly once, copied exactly and without line numbers.',
      z.strictObject({
        path,
        old_text: z.string().describe('The text to replace, with enough around it to be unique.'),
        new_text: z.string().describe('What stands there afterwards; may be empty.'),
      }),
      async (input) => {
        const before = await existing(staging, input.path);
        const { text, firstLine } = replaceUnique(before, input.old_text, input.new_text);
        await write(input.path, text);
        return `Replaced at line ${firstLine}. ${sizeNote(text)}`;
      },
    ),
    tool(
      'insert_text',
      'Inserts whole lines into an artifact file after the given line; 0 inserts before the first.',
      z.strictObject({
        path,
        after_line: z.number().int().min(0),
        text: z.string().describe('The lines to insert.'),
      }),
      async (input) => {
        const before = await existing(staging, input.path);
        const text = insertAfterLine(before, input.after_line, input.text);
        await write(input.path, text);
        return `Inserted after line ${input.after_line}. ${sizeNote(text)}`;
      },
    ),
    tool(
      'create_file',
      'Writes the whole text of an artifact file: creates it, or replaces all of it. For changes in a file prefer replace_text.',
      z.strictObject({ path, text: z.string().describe('The whole text of the file.') }),
      async (input) => {
        await writable(staging, input.path);
        const before = await staging.stagedText(input.path);
        checkWholeFile(before, input.text);
        await write(input.path, input.text);
        return `${before === null ? 'Created.' : 'Replaced the whole text.'} ${sizeNote(input.text)}`;
      },
    ),
  ];
}

async function writable(staging: Staging, wanted: string): Promise<void> {
  if (await staging.isWritable(wanted)) return;
  throw new ToolError(
    `${JSON.stringify(wanted)} is not one of the artifact files; only these can be changed.`,
  );
}

async function existing(staging: Staging, wanted: string): Promise<string> {
  await writable(staging, wanted);
  const text = await staging.stagedText(wanted);
  if (text !== null) return text;
  throw new ToolError(`${JSON.stringify(wanted)} does not exist yet: write it with create_file.`);
}

function sizeNote(text: string): string {
  return `The file has ${linesOf(text).length} lines now.`;
}

function withMore(text: string, more: boolean, note: string): string {
  return more ? `${text}\n${note}` : text;
}

/** The input as it goes into the record: an object, whatever the model sent. */
function recordable(input: unknown): Record<string, unknown> {
  const object = z.record(z.string(), z.unknown()).safeParse(input);
  return object.success && !Array.isArray(input) ? object.data : { invalid: input ?? null };
}
