// What a person's Apprise address may be. The Apprise server connects to whatever an address names, so resolving names here
// would protect nothing: the service that it begins with decides.
import { type HomeNetwork, isAtHome } from "#server/platform/config/home-network.ts";
import { Invalid } from "#server/platform/errors.ts";

/**
 * Services on the internet whose host is part of Apprise itself, so that an address names nothing but an account there. Taken
 * from https://github.com/caronc/apprise/tree/master/apprise/plugins, where each has its `notify_url`.
 */
const publicServices = new Map([
  ["tgram", "Telegram"],
  ["discord", "Discord"],
  ["slack", "Slack"],
  ["whatsapp", "WhatsApp"],
  ["viber", "Viber"],
  ["threema", "Threema"],
  ["line", "LINE"],
  ["groupme", "GroupMe"],
  ["gchat", "Google Chat"],
  ["wxteams", "Webex"],
  ["webex", "Webex"],
  ["flock", "Flock"],
  ["pover", "Pushover"],
  ["pbul", "Pushbullet"],
  ["prowl", "Prowl"],
  ["spush", "SimplePush"],
  ["pushy", "Pushy"],
  ["join", "Join"],
  ["ifttt", "IFTTT"],
]);

/**
 * Services whose address names the host that Apprise connects to, without the "s" of an encrypted connection. What is in
 * neither list is refused. That is so by intent for what happens on the Apprise server itself, such as "syslog", "dbus" and
 * "file", and for services whose host is put together from a part of the address, such as "zulip".
 */
const hostedServices = new Map([
  ["gotify", "Gotify"],
  ["ntfy", "ntfy"],
  ["matrix", "Matrix"],
  ["signal", "Signal"],
  ["ncloud", "Nextcloud"],
  ["nctalk", "Nextcloud Talk"],
  ["mmost", "Mattermost"],
  ["rocket", "Rocket.Chat"],
  ["bark", "Bark"],
  ["hassio", "Home Assistant"],
  ["mqtt", "MQTT"],
  ["mailto", "E-mail"],
  ["apprise", "Apprise"],
  ["json", "JSON"],
  ["xml", "XML"],
  ["form", "Form"],
]);

/** Parameters that only say how a message looks, sounds or who in the service gets it. Others name hosts or files. */
const harmlessParameters = new Set(
  "format overflow verify priority sound level silent preview image topic thread channel to".split(" "),
);

/** Apprise splits several addresses at spaces and commas. Neither these nor quotes, brackets and backslashes are let in. */
const characters = /^[\w\-.~:/@%?=&+!$*#']+$/;
const parts = /^([a-z\d]+):\/\/([^/?#]+)(?:\/[^?]*)?(?:\?(.*))?$/i;
const authority = /^(?:[^@]*@)?([a-z\d][a-z\d._-]*)(?::\d{1,5})?$/i;

const hostedName = (scheme: string): string | undefined =>
  hostedServices.get(scheme) ?? hostedServices.get(scheme.replace(/s$/, ""));

const notAllowed = (url: string): Invalid => new Invalid("We can't send to this address.", { url });

function refuseParameters(query: string): void {
  const names = query.split("&").map((parameter) => parameter.replace(/=.*/s, ""));
  const wrong = names.find((name) => !harmlessParameters.has(name.toLowerCase()));
  if (wrong !== undefined)
    throw notAllowed(`Please leave “${wrong}” out of the part after the question mark.`);
}

function refuseHost(named: string, home: HomeNetwork): void {
  const [, host] = authority.exec(named) ?? [];
  if (!host) throw notAllowed("Please check the name of the host in this address.");
  if (!isAtHome(home, host.toLowerCase()))
    throw notAllowed(`The person who runs this server has to name ${host} in HOME_NETWORK first.`);
}

/** Throws Invalid for an address that Apprise must not get from us. */
export function checkAddress(url: string, home: HomeNetwork): void {
  const [, typed = "", named = "", query] = parts.exec(url) ?? [];
  const isOne = characters.test(url) && url.split("://").length === 2;
  if (!typed || !isOne)
    throw notAllowed(
      "Please enter one Apprise address, such as tgram://bottoken/chatid, without spaces or commas.",
    );
  const scheme = typed.toLowerCase();
  if (query !== undefined) refuseParameters(query);
  if (publicServices.has(scheme)) return;
  if (!hostedName(scheme))
    throw notAllowed(
      `We can't send to addresses that begin with ${scheme}://. Telegram, Discord and Pushover work, for example.`,
    );
  refuseHost(named, home);
}

/** What may be shown of an address: its service, how it begins, and its last two characters. */
export function shownAddress(url: string): { service: string; ends: string } {
  const scheme = url.replace(/:.*/s, "").toLowerCase();
  const service = publicServices.get(scheme) ?? hostedName(scheme) ?? "Apprise";
  return { service, ends: `${scheme}://…${url.slice(-2)}` };
}
