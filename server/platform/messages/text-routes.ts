// Routes on which the providers of texts report deliveries and pass on what people text back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { beginningOf } from "#contract/graphemes.ts";
import { giveBackAllowances, takeAllowances, type Use } from "#server/platform/allowances/allowances.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { type LinkedMessage, messagesBehind } from "./message-links.ts";
import { findSentMessages, hasPersonWith } from "./queries.ts";
import { findOnceSent, recordArrival, recordFailure } from "./receipts.ts";
import { smsChannel } from "./sms/channel.ts";
import { hasStopped, type Keyword, keywordIn, obey } from "./sms/keywords.ts";
import type { Report, SentText, TextProvider, Webhook } from "./sms/provider.ts";
import { textProvidersOf } from "./sms/providers.ts";

/** Answers a text that somebody has sent, and returns the words of the reply. */
export type AnswerText = (world: World, from: string, words: string) => Promise<string>;

interface Posted {
  Body: string | undefined;
  Params: { token?: string };
}

/** The messages in a text. A text to somebody without an account is only found by its token. */
async function messagesIn(world: World, sent: SentText): Promise<LinkedMessage[]> {
  if ("token" in sent) {
    const linked = await messagesBehind(world, "receipt", sent.token);
    // Tokens on other channels go to the recipient, who must not report in the provider's place.
    if (linked.some(({ message }) => message.channel !== smsChannel.name))
      throw new NotFound("We don't know this text.");
    return linked;
  }
  const messages = await findSentMessages(world.database.reads, { channel: smsChannel.name, ...sent });
  return messages.map((message) => ({ message, address: sent.phoneNumber }));
}

type Reply = Extract<Report, { kind: "reply" }>;

/** Phones send at most ten parts of 153 characters. Anybody can send us more, so what follows is not read. */
const maxWords = 1_600;

/**
 * Acts on a text, and returns the words of the reply. A text that a provider passes on again must not answer another
 * request, so nothing is done about it.
 */
async function answerOnce(
  world: World,
  provider: TextProvider,
  { id, from, words: texted }: Reply,
  answer: AnswerText,
): Promise<string | undefined> {
  const words = beginningOf(texted, maxWords);
  if (!id) return answer(world, from, words);
  const { kysely: db } = world.database;
  const use: Use = { name: "received-texts", key: [provider.name, from, id].join() };
  if ((await takeAllowances(world, db, use)) > 0) return undefined;
  try {
    return await answer(world, from, words);
  } catch (error) {
    await giveBackAllowances(world, db, use);
    throw error;
  }
}

/** The provider would pass the text on again if a reply that cannot be sent failed this request. */
async function sendReply({ log }: World, provider: TextProvider, to: string, text: string): Promise<void> {
  try {
    await provider.send({ to, text });
  } catch (err) {
    log.warn({ err, provider: provider.name }, "the reply to a text was not accepted");
  }
}

const mayReplyTo = async (world: World, { from }: Reply): Promise<boolean> =>
  (await takeAllowances(world, world.database.kysely, { name: "replies-to-phone", key: from })) === 0;

/** After STOP only answers to these words leave. Some providers confirm STOP and START themselves. */
async function isToBeSilent(
  world: World,
  { confirmsKeywords }: TextProvider,
  { from }: Reply,
  keyword: Keyword | undefined,
): Promise<boolean> {
  if (keyword === "help") return false;
  if (keyword) return confirmsKeywords ?? false;
  return await hasStopped(world, from);
}

/** Replies in the response if the provider supports that, and otherwise by a text to people we know. */
async function reply(
  world: World,
  provider: TextProvider,
  received: Reply,
  answer: AnswerText,
): Promise<string | undefined> {
  const { replyWith } = provider;
  const keyword = keywordIn(received.words);
  const act: AnswerText = keyword ? () => obey(world, received.from, keyword) : answer;
  // A phone gets texts from anybody, which are not for us. An invited person without an account may text STOP, too.
  if (!replyWith && !(await hasPersonWith(world.database.reads, received.from))) {
    if (keyword === "stop" || keyword === "start") await act(world, received.from, received.words);
    return undefined;
  }
  const words = await answerOnce(world, provider, received, act);
  if (words === undefined || (await isToBeSilent(world, provider, received, keyword))) return undefined;
  if (!(await mayReplyTo(world, received))) return undefined;
  if (replyWith) return replyWith(words);
  await sendReply(world, provider, received.from, words);
  return undefined;
}

async function record(world: World, report: Exclude<Report, Reply>): Promise<void> {
  const find = () => messagesIn(world, report.sent);
  if (report.kind === "failed") return recordFailure(world, await findOnceSent(world, find), report.refusal);
  for (const message of await find()) await recordArrival(world, message);
}

async function handle(
  world: World,
  provider: TextProvider,
  report: Report | undefined,
  answer: AnswerText,
): Promise<string | undefined> {
  if (report?.kind === "reply") return reply(world, provider, report, answer);
  if (report) await record(world, report);
  return undefined;
}

const callbackIn = ({ url, params, headers, body }: FastifyRequest<Posted>, now: Date) => ({
  path: url,
  token: params.token ?? "",
  headers,
  body: body ?? "",
  now,
});

function serveWebhook(
  api: FastifyInstance,
  { path, methods, read }: Webhook,
  act: (report: Report | undefined) => Promise<string | undefined>,
  now: () => Date,
): void {
  const config = { access: "anyone", rateLimit: false } as const;
  const handler = async (request: FastifyRequest<Posted>, response: FastifyReply) => {
    const body = await act(read(callbackIn(request, now())));
    if (body === undefined) return response.status(204).send();
    return response.type("text/xml; charset=utf-8").send(body);
  };
  api.route<Posted>({ method: [...methods], url: path, config, handler });
}

export async function serveTextProviders(
  api: FastifyInstance,
  world: World,
  answer: AnswerText,
): Promise<void> {
  // A signature covers the bytes of a body.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  for (const provider of textProvidersOf(world.config))
    for (const webhook of provider.webhooks)
      serveWebhook(
        api,
        webhook,
        (report) => handle(world, provider, report, answer),
        () => world.clock.now(),
      );
}
