import path from 'node:path';
import type { Workspace } from '../engine/ports';
import { realDisk } from '../node/disk';
import type { OpenRun } from '../node/run-store';
import { SnapshotStore } from '../node/snapshots';
import { guardWorkspace, type UnsavedText } from './workspace-guard';

/** The workspace of a run that knows of unsaved text in the editor; what was typed is kept beside the run's own snapshots. */
export function guardRun(run: OpenRun, buffers: UnsavedText): Workspace {
  const snapshots = new SnapshotStore(path.join(run.folder, 'snapshots'), realDisk);
  return guardWorkspace(run.workspace, buffers, async (file, bytes) => ({
    path: file,
    hash: await snapshots.put(bytes),
    size: bytes.byteLength,
  }));
}
