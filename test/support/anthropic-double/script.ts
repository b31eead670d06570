import { z } from 'zod';
import {
  answeredIds,
  type MessagesRequest,
  promptText,
  roleOf,
  systemText,
  type Turn,
  turnSchema,
} from './turn';

/** Which conversation a scripted one is for; what is left out fits all. */
const whenSchema = z.strictObject({
  role: z.enum(['implementor', 'critic', 'judge']).optional(),
  /** Stands in the role prompt, letter case aside: the name of a lens does. */
  lens: z.string().optional(),
  /** The n-th conversation (from 1) of this role and lens: with a baseline audit the Critic of round 1 is the second. */
  nth: z.number().int().positive().optional(),
  promptIncludes: z.string().optional(),
});

const conversationSchema = z.strictObject({
  when: whenSchema.optional(),
  /** One for each request of the conversation, in order; a turn with a fault is followed by the one for the retry. */
  turns: z.array(turnSchema).min(1),
});

export const scriptSchema = z.strictObject({ conversations: z.array(conversationSchema) });
export type Script = z.infer<typeof scriptSchema>;

/** Gives the turn for a request; `toolIds` of the turn it gives are reported back with `sent`. */
export interface Responder {
  /** True when an answer can take minutes: the stream is opened and kept alive with pings until it comes. */
  readonly slow: boolean;
  respond(request: MessagesRequest, id: string, gone: AbortSignal): Promise<Turn>;
  /** Told which tool ids the answer carried, so that the next request is known as the same conversation. */
  sent(id: string, toolIds: readonly string[]): void;
}

interface Open {
  readonly key: string;
  readonly turns: readonly Turn[];
  next: number;
  /** The last answer had a fault, so the same request may come again. */
  broken: boolean;
  ids: readonly string[];
}

/**
 * Answers by script: a request that opens a conversation takes the first unused scripted one that fits it; later requests of that
 * conversation take its further turns. A script that has nothing left answers with status 400 and says so.
 */
export class ScriptResponder implements Responder {
  readonly slow = false;
  private readonly left: Script['conversations'];
  private readonly pairs: readonly (readonly [string | undefined, string | undefined])[];
  private readonly open: Open[] = [];
  private readonly pending = new Map<string, Open>();
  private readonly counts = new Map<string, number>();

  constructor(script: Script) {
    this.left = [...script.conversations];
    this.pairs = this.left.map(({ when = {} }) => [when.role, when.lens] as const);
  }

  /** Scripted conversations that no request has asked for yet. */
  get unused(): number {
    return this.left.length;
  }

  respond(request: MessagesRequest, id: string): Promise<Turn> {
    const conversation = this.continued(request) ?? this.started(request);
    const turn = conversation?.turns[conversation.next];
    if (conversation === undefined || turn === undefined) {
      return Promise.resolve(missing(request, conversation));
    }
    conversation.next += 1;
    conversation.broken = turn.fault !== undefined;
    this.pending.set(id, conversation);
    return Promise.resolve(turn);
  }

  sent(id: string, toolIds: readonly string[]): void {
    const conversation = this.pending.get(id);
    if (conversation !== undefined) conversation.ids = toolIds;
    this.pending.delete(id);
  }

  private continued(request: MessagesRequest): Open | undefined {
    const key = keyOf(request);
    const answered = answeredIds(request);
    if (request.messages.length === 1) {
      return this.open.find((one) => one.key === key && one.broken && one.next < one.turns.length);
    }
    return this.open.findLast(
      (one) =>
        one.key === key &&
        (answered.length === 0 || one.broken || answered.every((id) => one.ids.includes(id))),
    );
  }

  private started(request: MessagesRequest): Open | undefined {
    if (request.messages.length !== 1) return undefined;
    const role = roleOf(request);
    const system = systemText(request).toLowerCase();
    for (const counter of this.countersOf(role, system)) {
      this.counts.set(counter, (this.counts.get(counter) ?? 0) + 1);
    }
    const fits = this.left.findIndex(({ when = {} }) => {
      if (when.role !== undefined && when.role !== role) return false;
      if (when.lens !== undefined && !system.includes(when.lens.toLowerCase())) return false;
      if (when.promptIncludes !== undefined && !promptText(request).includes(when.promptIncludes)) {
        return false;
      }
      const count = this.counts.get(JSON.stringify([when.role, when.lens]));
      return when.nth === undefined || when.nth === count;
    });
    const [scripted] = fits < 0 ? [] : this.left.splice(fits, 1);
    if (scripted === undefined) return undefined;
    const opened: Open = {
      key: keyOf(request),
      turns: scripted.turns,
      next: 0,
      broken: false,
      ids: [],
    };
    this.open.push(opened);
    return opened;
  }

  /** Every (role, lens) pair of the script that this conversation is one more of. */
  private countersOf(role: string, system: string): Set<string> {
    return new Set(
      this.pairs
        .filter(
          ([wanted, lens]) =>
            (wanted === undefined || wanted === role) &&
            (lens === undefined || system.includes(lens.toLowerCase())),
        )
        .map((pair) => JSON.stringify(pair)),
    );
  }
}

function keyOf(request: MessagesRequest): string {
  return JSON.stringify([systemText(request), promptText(request)]);
}

function missing(request: MessagesRequest, conversation: Open | undefined): Turn {
  const which =
    conversation === undefined
      ? `no conversation left for this ${roleOf(request)}`
      : 'no turn left in this conversation';
  return {
    fault: {
      kind: 'status',
      status: 400,
      type: 'invalid_request_error',
      message: `script: ${which}`,
    },
  };
}
