import assert from 'node:assert/strict';
import { backoff, retryAfterOf } from '../../src/models/backoff';
import { eventsOf, wireText } from '../support/anthropic-double/stream';
import type { Fault, Turn } from '../support/anthropic-double/turn';
import {
  doubleModel,
  memoryStaging,
  modelRequest,
  ProgressLog,
  withDouble,
} from '../support/model-call';
import { type ManualClock } from '../support/manual-clock';

const never = new AbortController().signal;
const quiet = (): void => undefined;
const good: Turn = { text: 'NO FINDINGS — artifact passes audit' };

/** One edit and the reply after it; the fault hits the turn with the edit. */
const editTurn: Turn = {
  text: 'Now the edit.',
  tools: [{ name: 'create_file', input: { path: 'a.md', text: 'new — “text”\n' } }],
};
const doneTurn: Turn = { text: 'DONE — artifact updated at a.md' };

describe('faults of the service', () => {
  describe('are tried again, shown, and then work', () => {
    const faults: readonly (readonly [string, Fault, RegExp])[] = [
      ['429', { kind: 'status', status: 429, type: 'rate_limit_error' }, /rate limit/],
      ['500', { kind: 'status', status: 500 }, /failed \(500\)/],
      ['502 with a page', { kind: 'status', status: 502, html: true }, /failed \(502\)/],
      ['529', { kind: 'status', status: 529, type: 'overloaded_error' }, /overloaded/],
      ['408', { kind: 'status', status: 408 }, /failed \(408\)/],
      ['an error event before all', { kind: 'error-event', afterEvents: 0 }, /overloaded/],
      ['an error event in mid-stream', { kind: 'error-event', afterEvents: 4 }, /overloaded/],
      ['an api_error event', { kind: 'error-event', type: 'api_error', afterEvents: 4 }, /failed/],
      ['a cut before all', { kind: 'cut' }, /broke off/],
      ['a cut in mid-stream', { kind: 'cut', afterEvents: 5 }, /broke off/],
      ['a reset before all', { kind: 'reset' }, /connection|broke off/],
      ['a reset in mid-stream', { kind: 'reset', afterEvents: 5 }, /broke off/],
      ['a page with status 200', { kind: 'html' }, /no stream/],
    ];
    for (const [name, fault, why] of faults) {
      it(name, async () => {
        await withDouble([{ turns: [{ ...good, fault }, good] }], async (setup) => {
          const log = new ProgressLog();
          const result = await doubleModel(setup).run(
            modelRequest(),
            { kind: 'none' },
            never,
            log.add,
          );
          assert.deepEqual(result.outcome, { kind: 'ok' });
          assert.equal(result.reply, good.text);
          const [first, second] = setup.double.requests;
          assert.equal(first?.body, second?.body, 'the very same request');
          assert.equal(log.waits.length, 1);
          assert.match(log.waits[0]?.why ?? '', why);
        });
      });
    }
  });

  describe('are failures in the end, never clean', () => {
    const faults: readonly (readonly [string, Fault, string, RegExp])[] = [
      ['429', { kind: 'status', status: 429 }, 'rate-limit', /limits the rate/],
      ['503', { kind: 'status', status: 503 }, 'server', /failed \(503/],
      ['529', { kind: 'status', status: 529 }, 'overloaded', /overloaded/],
      ['page', { kind: 'html' }, 'server', /text\/html.*base URL/],
      ['an error event', { kind: 'error-event', afterEvents: 6 }, 'overloaded', /Overloaded/],
    ];
    for (const [name, fault, reason, why] of faults) {
      it(name, async () => {
        const turns = Array.from({ length: 12 }, () => ({ ...good, fault }));
        await withDouble([{ turns }], async (setup) => {
          const result = await doubleModel(setup).run(
            modelRequest(),
            { kind: 'none' },
            never,
            quiet,
          );
          assert.ok(result.outcome.kind === 'failed');
          assert.equal(result.outcome.reason, reason);
          assert.match(result.outcome.why, why);
          assert.ok(setup.double.requests.length >= 4 && setup.double.requests.length <= 7);
        });
      });
    }

    it('a stream that is cut each time is cut off, with what had arrived', async () => {
      const fault: Fault = { kind: 'cut', afterEvents: 4 };
      const turns = Array.from({ length: 12 }, () => ({ ...good, fault }));
      await withDouble([{ turns }], async (setup) => {
        const result = await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, quiet);
        assert.equal(result.outcome.kind, 'cut-off');
        assert.equal(result.reply, 'NO FINDINGS — artifact p');
        assert.ok((result.usage?.input ?? 0) > 0, 'what the tries cost is counted');
        assert.equal(setup.double.requests.length, 4);
      });
    });

    it('nobody listening is a network failure with the next step', async () => {
      await withDouble([], async (setup) => {
        await setup.double.close();
        const result = await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, quiet);
        assert.ok(result.outcome.kind === 'failed' && result.outcome.reason === 'network');
        assert.match(result.outcome.why, /could not be reached.*ECONNREFUSED.*base URL/);
        await setup.double.listen();
      });
    });
  });

  describe('that no second try can mend', () => {
    for (const [status, reason, why] of [
      [400, 'request', /did not take the request \(400: bad field/],
      [
        401,
        'auth',
        /did not accept the key \(401: bad field\).*BVL: Set API Key.*ANTHROPIC_API_KEY/,
      ],
      [402, 'request', /402/],
      [403, 'auth', /did not accept the key \(403/],
      [404, 'missing', /knows no model "claude-test-1"/],
      [413, 'request', /413/],
      [422, 'request', /422/],
    ] as const) {
      it(`${status} is ${reason} at once`, async () => {
        const fault: Fault = { kind: 'status', status, message: 'bad field' };
        await withDouble([{ turns: [{ fault }] }], async (setup) => {
          const log = new ProgressLog();
          const result = await doubleModel(setup).run(
            modelRequest(),
            { kind: 'none' },
            never,
            log.add,
          );
          assert.ok(result.outcome.kind === 'failed');
          assert.equal(result.outcome.reason, reason);
          assert.match(result.outcome.why, why);
          assert.equal(setup.double.requests.length, 1);
          assert.deepEqual(log.waits, []);
        });
      });
    }

    it('a wrong key is refused by the double itself, and never told back', async () => {
      await withDouble([], async (setup) => {
        const model = doubleModel(setup, { apiKey: 'sk-ant-api03-wrong-key-000000' });
        const result = await model.run(modelRequest(), { kind: 'none' }, never, quiet);
        assert.ok(result.outcome.kind === 'failed' && result.outcome.reason === 'auth');
        assert.ok(!result.outcome.why.includes('wrong-key'));
      });
    });

    it('a service that echoes the very key does not bring it into the text, whatever it looks like', async () => {
      const message = 'unknown key test-key-1, or test-key-1 is old';
      const fault: Fault = { kind: 'status', status: 401, message };
      await withDouble([{ turns: [{ fault }] }], async (setup) => {
        const model = doubleModel(setup);
        const { outcome } = await model.run(modelRequest(), { kind: 'none' }, never, quiet);
        assert.ok(outcome.kind === 'failed');
        assert.match(outcome.why, /unknown key \[key removed\], or \[key removed\] is old/);
      });
    });
    it('a service that echoes a key does not bring it into the text', async () => {
      const fault: Fault = {
        kind: 'status',
        status: 400,
        message: 'key sk-ant-api03-abcdefgh12345678 is old',
      };
      await withDouble([{ turns: [{ fault }] }], async (setup) => {
        const { outcome } = await doubleModel(setup).run(
          modelRequest(),
          { kind: 'none' },
          never,
          quiet,
        );
        assert.ok(outcome.kind === 'failed');
        assert.match(outcome.why, /key \[key removed\] is old/);
      });
    });

    it('x-should-retry: false is believed', async () => {
      const headers = { 'x-should-retry': 'false' };
      const fault: Fault = { kind: 'status', status: 529, headers };
      await withDouble([{ turns: [{ fault }] }], async (setup) => {
        await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, quiet);
        assert.equal(setup.double.requests.length, 1);
      });
    });
  });
});

describe('a stream with an edit, cut', () => {
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }] };
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const events = eventsOf(editTurn, request, usage, '001');
  const bytes = Buffer.byteLength(events.map(wireText).join(''));

  async function cut(fault: Fault): Promise<void> {
    const faulty = { ...editTurn, fault };
    // Four tries, all cut: nothing is applied. Then once with a whole second try: applied exactly once.
    await withDouble([{ turns: [faulty, faulty, faulty, faulty] }], async (setup) => {
      const staging = memoryStaging({ 'a.md': 'old\n' });
      const access = { kind: 'edit', staging } as const;
      const result = await doubleModel(setup).run(modelRequest(), access, never, quiet);
      assert.notEqual(result.outcome.kind, 'ok');
      assert.deepEqual(staging.writes, []);
      assert.deepEqual(result.toolCalls, []);
    });
    await withDouble([{ turns: [faulty, editTurn, doneTurn] }], async (setup) => {
      const staging = memoryStaging({ 'a.md': 'old\n' });
      const access = { kind: 'edit', staging } as const;
      const result = await doubleModel(setup).run(modelRequest(), access, never, quiet);
      assert.deepEqual(result.outcome, { kind: 'ok' });
      assert.deepEqual(staging.writes, ['a.md']);
      assert.equal(staging.texts.get('a.md'), 'new — “text”\n');
      assert.equal(result.reply, doneTurn.text);
    });
  }

  for (let afterEvents = 0; afterEvents < events.length; afterEvents += 1) {
    it(`after event ${afterEvents} (${events[afterEvents]?.name ?? ''} missing)`, async () => {
      await cut({ kind: 'cut', afterEvents });
    });
  }

  // Up to the last byte but the final line end: a stream that lacks only that has said everything.
  for (let afterBytes = 1; afterBytes < bytes - 1; afterBytes += 97) {
    it(`after byte ${afterBytes}`, async () => {
      await cut({ kind: 'cut', afterBytes });
    });
  }

  for (const afterEvents of [1, 6, 8]) {
    it(`by a reset after event ${afterEvents}`, async () => {
      await cut({ kind: 'reset', afterEvents });
    });
  }
});

describe('waiting', () => {
  it('honours Retry-After 0 and 3600 and counts down', async () => {
    for (const [retryAfter, seconds] of [
      ['0', 0],
      ['7', 8],
      ['3600', 3601],
    ] as const) {
      const fault: Fault = { kind: 'status', status: 429, retryAfter };
      await withDouble([{ turns: [{ fault }, good] }], async (setup) => {
        const log = new ProgressLog();
        const result = await doubleModel(setup).run(
          modelRequest(),
          { kind: 'none' },
          never,
          log.add,
        );
        assert.deepEqual(result.outcome, { kind: 'ok' });
        const [wait] = log.waits;
        assert.equal(wait?.seconds, seconds);
        const last = log.all.filter((one) => one.kind === 'waiting').at(-1);
        assert.ok(last?.kind === 'waiting' && last.seconds === 0);
      });
    }
  });

  it('does not count against the time of the call', async () => {
    const fault: Fault = { kind: 'status', status: 429, retryAfter: '3600' };
    await withDouble([{ turns: [{ fault }, good] }], async (setup) => {
      const model = doubleModel(setup, { wallMs: 60_000 });
      const result = await model.run(modelRequest(), { kind: 'none' }, never, quiet);
      assert.deepEqual(result.outcome, { kind: 'ok' });
    });
  });

  it('can be cancelled in the middle', async () => {
    const fault: Fault = { kind: 'status', status: 429, retryAfter: '3600' };
    await withDouble([{ turns: [{ fault }, good] }], async (setup) => {
      const stop = new AbortController();
      const result = await doubleModel(setup).run(
        modelRequest(),
        { kind: 'none' },
        stop.signal,
        (progress) => {
          if (progress.kind === 'waiting' && progress.seconds === 3_000) stop.abort();
        },
      );
      assert.deepEqual(result.outcome, { kind: 'cancelled' });
      assert.equal(setup.double.requests.length, 1);
    });
  });

  it('reads both headers, seconds and dates, and ignores nonsense', () => {
    const now = Date.parse('2026-11-30T12:00:00Z');
    const of = (headers: Record<string, string>) => retryAfterOf(new Headers(headers), now);
    assert.equal(of({ 'retry-after': '2.5' }), 2_500);
    assert.equal(of({ 'retry-after-ms': '40', 'retry-after': '9' }), 40);
    assert.equal(of({ 'retry-after': 'Mon, 30 Nov 2026 12:01:00 GMT' }), 60_000);
    assert.equal(of({ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }), 0);
    assert.equal(of({ 'retry-after': 'soon' }), null);
    assert.equal(of({}), null);
    assert.equal(retryAfterOf(undefined, now), null);
  });

  it('spreads and grows, never under what was asked for, and ends', () => {
    assert.equal(backoff('busy', 2, 0, 0.99), 0);
    for (const random of [0, 0.5, 0.999]) {
      let before = 0;
      for (let next = 2; ; next += 1) {
        const wait = backoff('busy', next, null, random);
        if (wait === null) {
          assert.equal(next, 8);
          break;
        }
        assert.ok(wait >= before && wait <= 60_000);
        before = wait;
        assert.ok((backoff('busy', next, 30_000, random) ?? 0) >= 30_000);
      }
    }
    assert.ok((backoff('busy', 3, 0, 0) ?? 0) > 0, 'a second "at once" is not believed');
  });
});

describe('a stream that stalls', () => {
  const idleMs = 300_000;
  for (const pings of [false, true]) {
    it(`in the middle, ${pings ? 'with pings' : 'in silence'}, is given up and tried again`, async () => {
      const fault: Fault = { kind: 'stall', pings, afterEvents: 4 };
      await withDouble([{ turns: [{ ...good, fault }, good] }], async (setup) => {
        const log = new ProgressLog();
        const begun = log.next((one) => one.kind === 'tokens');
        const run = doubleModel(setup, { idleMs }).run(
          modelRequest(),
          { kind: 'none' },
          never,
          log.add,
        );
        await begun;
        // The other events of the first chunk are read before this; then nothing more comes.
        await stallOut(setup.clock, idleMs, run, () => log.waits.length > 0);
        const result = await run;
        assert.deepEqual(result.outcome, { kind: 'ok' });
        assert.match(log.waits[0]?.why ?? '', /stalled/);
      });
    });
  }

  it('each time is a timeout, with what had arrived', async () => {
    const fault: Fault = { kind: 'stall', pings: true, afterEvents: 4 };
    const turns = Array.from({ length: 4 }, () => ({ ...good, fault }));
    await withDouble([{ turns }], async (setup) => {
      const run = doubleModel(setup, { idleMs }).run(
        modelRequest(),
        { kind: 'none' },
        never,
        quiet,
      );
      await stallOut(setup.clock, idleMs, run, () => false);
      const result = await run;
      assert.ok(result.outcome.kind === 'failed' && result.outcome.reason === 'timeout');
      assert.equal(result.reply, 'NO FINDINGS — artifact p');
    });
  });

  it('before any headers is given up too', async () => {
    await withDouble([{ turns: [{ fault: { kind: 'silence' } }, good] }], async (setup) => {
      const model = doubleModel(setup, { firstMs: 600_000 });
      const log = new ProgressLog();
      const run = model.run(modelRequest(), { kind: 'none' }, never, log.add);
      while (setup.double.requests.length === 0) await turnOfLoop();
      setup.clock.advance(600_000);
      assert.deepEqual((await run).outcome, { kind: 'ok' });
    });
  });

  it('longer than the whole call may take ends the call', async () => {
    const fault: Fault = { kind: 'stall', pings: true, afterEvents: 4 };
    await withDouble([{ turns: [{ ...good, fault }] }], async (setup) => {
      const log = new ProgressLog();
      const begun = log.next((one) => one.kind === 'tokens');
      const model = doubleModel(setup, { idleMs: 900_000, wallMs: 600_000 });
      const run = model.run(modelRequest(), { kind: 'none' }, never, log.add);
      await begun;
      await stallOut(setup.clock, 600_000, run, () => false);
      const { outcome } = await run;
      assert.ok(outcome.kind === 'failed' && outcome.reason === 'timeout');
      assert.match(outcome.why, /longer than 10 minutes/);
      assert.equal(setup.double.requests.length, 1);
    });
  });
});

describe('Stop', () => {
  it('before the call sends nothing', async () => {
    await withDouble([], async (setup) => {
      const result = await doubleModel(setup).run(
        modelRequest(),
        { kind: 'none' },
        AbortSignal.abort(),
        quiet,
      );
      assert.deepEqual(result.outcome, { kind: 'cancelled' });
      assert.equal(setup.double.requests.length, 0);
    });
  });

  it('in mid-stream ends it at once with the partial reply and the figures so far', async () => {
    const text = 'word '.repeat(400);
    const turn: Turn = { text, fault: { kind: 'stall', pings: true, afterEvents: 30 } };
    await withDouble([{ turns: [turn] }], async (setup) => {
      const stop = new AbortController();
      const log = new ProgressLog();
      const far = log.next((one) => one.kind === 'tokens' && one.output > 100);
      const run = doubleModel(setup).run(modelRequest(), { kind: 'none' }, stop.signal, log.add);
      await far;
      stop.abort();
      const result = await run;
      assert.deepEqual(result.outcome, { kind: 'cancelled' });
      assert.ok(result.reply.length > 100 && text.startsWith(result.reply));
      assert.ok((result.usage?.input ?? 0) > 0);
    });
  });

  it('while a tool reads applies nothing afterwards', async () => {
    const turns = [
      {
        tools: [
          { name: 'view', input: { path: 'a.md' } },
          { name: 'create_file', input: { path: 'a.md', text: 'late\n' } },
        ],
      },
      doneTurn,
    ];
    await withDouble([{ turns }], async (setup) => {
      const stop = new AbortController();
      const staging = memoryStaging({ 'a.md': 'old\n' });
      let release = (): void => undefined;
      const slow = {
        ...staging,
        readText: () =>
          new Promise<string>((resolve) => {
            release = () => {
              resolve('old\n');
            };
            stop.abort();
          }),
      };
      const log = new ProgressLog();
      const result = await doubleModel(setup).run(
        modelRequest(),
        { kind: 'edit', staging: slow },
        stop.signal,
        log.add,
      );
      assert.deepEqual(result.outcome, { kind: 'cancelled' });
      const told = log.all.length;
      release();
      await turnOfLoop();
      assert.deepEqual(staging.writes, []);
      assert.equal(log.all.length, told);
      assert.equal(setup.double.requests.length, 1);
    });
  });
});

async function turnOfLoop(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets everything that has arrived be read until a watchdog waits, then moves the clock past it; again until `over` or the end of the
 * run. An event that was still on its way when the clock moved only makes it one time more.
 */
async function stallOut(
  clock: ManualClock,
  ms: number,
  run: Promise<unknown>,
  over: () => boolean,
): Promise<void> {
  let ended = false;
  void run.then(() => {
    ended = true;
  });
  const open = (): boolean => !ended && !over();
  while (open()) {
    for (let still = 0; still < 20 && open();) {
      await turnOfLoop();
      still = clock.open > 0 ? still + 1 : 0;
    }
    if (open()) clock.advance(ms);
  }
}
