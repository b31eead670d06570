import { realDisk, type Disk } from '../../src/node/disk';

/** A disk that has room for so many bytes more; then it writes what fits and fails as a full one does. */
export class FullDisk implements Disk {
  constructor(private room: number) {}

  /** Room from now on. */
  make(room: number): void {
    this.room = room;
  }

  async write(...[file, bytes, position]: Parameters<Disk['write']>): Promise<void> {
    const fits = Math.min(this.room, bytes.byteLength);
    await realDisk.write(file, bytes.subarray(0, fits), position);
    this.room -= fits;
    if (fits < bytes.byteLength) {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
  }

  sync(...[file]: Parameters<Disk['sync']>): Promise<void> {
    return realDisk.sync(file);
  }
}
