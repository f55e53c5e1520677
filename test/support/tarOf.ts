/** A tar archive, written by hand: also one that no program would write. */
import { gzipSync } from 'node:zlib';

const BLOCK = 512;

export interface Entry {
  readonly name: string;
  /** `0` a file, `5` a folder, `2` a link, `x` records for the next entry, … */
  readonly type?: string;
  readonly content?: string | Buffer;
  readonly linkTo?: string;
  /** The text of the field, where it is not the length of the content. */
  readonly size?: string;
  readonly mtime?: string;
}

/** One entry: its header with the right sum, and its content. */
export function tarEntry({ name, type = '0', content = '', linkTo = '', size, mtime = '15000000000' }: Entry): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => header.write(text, at, 'utf8');
  write(name, 0);
  write('0000644\0', 100);
  write(`${(size ?? body.length.toString(8)).padStart(11, '0')}\0`, 124);
  write(`${mtime.padStart(11, '0')}\0`, 136);
  write('        ', 148);
  write(type, 156);
  write(linkTo, 157);
  write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}

/** Packed, with the two empty blocks of its end. */
export function tarGz(entries: readonly Entry[], end = Buffer.alloc(2 * BLOCK)): Buffer {
  return gzipSync(Buffer.concat([...entries.map(tarEntry), end]));
}

/** Records of pax for the next entry. */
export function pax(records: Readonly<Record<string, string>>): Entry {
  const content = Object.entries(records).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    const bytes = Buffer.byteLength(rest);
    const digits = String(bytes + String(bytes).length).length;
    return `${bytes + digits}${rest}`;
  });
  return { name: 'pax', type: 'x', content: content.join('') };
}
