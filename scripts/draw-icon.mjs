// Draws media/icon.png (256 x 256): the loop of two arrows round a check mark. Run `node scripts/draw-icon.mjs` after a change here.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const size = 256;
const background = [31, 42, 68];
const centre = 128;

/** Points of a circle round the centre, angles in degrees, clockwise from the right. */
function arc(radius, from, to) {
  const points = [];
  for (let step = 0; step <= 48; step += 1) {
    const angle = ((from + ((to - from) * step) / 48) * Math.PI) / 180;
    points.push([centre + radius * Math.cos(angle), centre + radius * Math.sin(angle)]);
  }
  return points;
}

const strokes = [
  { colour: [124, 196, 255], points: arc(84, -160, -18) },
  {
    colour: [124, 196, 255],
    points: [
      [45, 54],
      [49, 99],
      [92, 88],
    ],
  },
  { colour: [255, 180, 84], points: arc(84, 20, 162) },
  {
    colour: [255, 180, 84],
    points: [
      [211, 202],
      [207, 157],
      [164, 168],
    ],
  },
  {
    colour: [255, 255, 255],
    points: [
      [92, 130],
      [118, 155],
      [165, 104],
    ],
  },
];

function distanceToSegment([x, y], [ax, ay], [bx, by]) {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}

function distanceToStroke(point, points) {
  let best = Infinity;
  for (let i = 1; i < points.length; i += 1) {
    best = Math.min(best, distanceToSegment(point, points[i - 1], points[i]));
  }
  return best;
}

/** How much of a pixel lies inside, from its signed distance to the edge. */
const cover = (distance) => Math.min(1, Math.max(0, 0.5 - distance));

function distanceToPlate([x, y]) {
  const radius = 52;
  const dx = Math.abs(x - centre) - (centre - radius);
  const dy = Math.abs(y - centre) - (centre - radius);
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

function pixel(x, y) {
  const point = [x + 0.5, y + 0.5];
  let colour = background;
  for (const stroke of strokes) {
    const share = cover(distanceToStroke(point, stroke.points) - 9.5);
    if (share > 0) {
      const base = colour;
      colour = base.map((value, i) => value + (stroke.colour[i] - value) * share);
    }
  }
  return [...colour.map(Math.round), Math.round(255 * cover(distanceToPlate(point)))];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

const rows = Buffer.alloc(size * (size * 4 + 1));
for (let y = 0; y < size; y += 1) {
  for (let x = 0; x < size; x += 1) rows.set(pixel(x, y), y * (size * 4 + 1) + 1 + x * 4);
}
const header = Buffer.alloc(13);
header.writeUInt32BE(size, 0);
header.writeUInt32BE(size, 4);
header.set([8, 6, 0, 0, 0], 8);
writeFileSync(
  new URL('../media/icon.png', import.meta.url),
  Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]),
);
