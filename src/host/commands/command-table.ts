import * as vscode from 'vscode';
import type { CommandId, commandIds } from '../contributions';
import { showFailure } from '../failure';

export type CommandHandler = (...args: unknown[]) => Promise<void>;

/** The commands of one noun, by their names in the table of ids. */
export type CommandHandlers<Name extends keyof typeof commandIds> = Record<
  (typeof commandIds)[Name],
  CommandHandler
>;

/** Every command there is: a missing or an unknown one does not compile. */
export type CommandTable = Record<CommandId, CommandHandler>;

/** Registers all commands. What one throws is told to the person; a command never rejects into the editor. */
export function registerCommands(
  table: CommandTable,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const registered = Object.entries(table).map(([id, handler]) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        await handler(...args);
      } catch (error) {
        void showFailure(log, id, error);
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}
