import type { CallOutcome } from '../engine/build-verify/events';
import type { Translate } from '../util/translate';
import type { MessagesClient } from './anthropic-turn';

export const anthropicBaseUrl = 'https://api.anthropic.com';

/** The SDK's client; it is loaded with the first call. */
export async function createClient(apiKey: string, baseURL: string): Promise<MessagesClient> {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  // Everything explicit: else the SDK reads keys, addresses and profiles from the environment by itself.
  return new Anthropic({
    apiKey,
    authToken: null,
    webhookKey: null,
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
  });
}

/** A call that cannot be made at all, with the next step in words; null when it can. */
export function unusable(apiKey: string, baseUrl: string, t: Translate): CallOutcome | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const why = t('The base URL "{url}" is not a web address. Correct the setting.', {
      url: baseUrl,
    });
    return { kind: 'failed', reason: 'request', why };
  }
  if (/^[\x21-\x7e]+$/.test(apiKey)) return null;
  const why =
    apiKey.trim() === ''
      ? t(
          'There is no key for {host}. Set one: in the editor with "BVL: Set API Key", in the terminal with ANTHROPIC_API_KEY.',
          { host: url.host },
        )
      : t(
          'The key for {host} holds characters that no key has, such as spaces or line ends. Set it again.',
          { host: url.host },
        );
  return { kind: 'failed', reason: 'auth', why };
}

/** Host with port of an address, as it is shown to the person. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
