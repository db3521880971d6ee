// Strangers wrote these texts, often for a web page. Only their words are shown.
import { decodeHTMLStrict } from "entities/decode";
import { Parser } from "htmlparser2";

const tags =
  "a|abbr|article|aside|b|big|blockquote|body|br|center|cite|code|dd|del|div|dl|dt|em|font|footer|h[1-6]|head|header|hr|html|i|iframe|img|ins|label|li|link|main|meta|nav|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|u|ul";
/** Plain text can contain "<3", "a < b" and "<Anna>", so it takes a tag of HTML, or a comment, to be HTML. */
const isHtml = new RegExp(`<!--|<!doctype|<\\/?(?:${tags})(?=[\\s/>])[^<>]*>`, "i");
/** Matches signs that begin no tag, as in "a < b" or "<anna@example.com>". */
const loneSign = /<(?!!--|[!?][a-z[]|\/?[a-z][a-z\d-]*(?::[a-z]+)?(?=[\s/>])[^<>]*>)/gi;
const withinLine =
  /^(?:a|abbr|b|big|cite|code|del|em|font|i|ins|label|s|small|span|strike|strong|sub|sup|u|wbr)$/;
const unseen = /^(?:script|style|title)$/;

/** Character references without a semicolon are left alone, because addresses have "&copy=1". */
const decoded = (text: string): string => decodeHTMLStrict(text);

function wordsOfHtml(html: string): string {
  const words: string[] = [];
  let hidden = 0;
  const space = (name: string) => {
    if (!withinLine.test(name)) words.push(" ");
  };
  const parser = new Parser(
    {
      onopentag(name) {
        if (unseen.test(name)) hidden += 1;
        space(name);
      },
      onclosetag(name) {
        if (unseen.test(name)) hidden -= 1;
        space(name);
      },
      ontext(text) {
        if (hidden === 0) words.push(decoded(text));
      },
    },
    { decodeEntities: false },
  );
  parser.end(html.replace(loneSign, "&lt;"));
  return words.join("");
}

// A longer text is only read in part, because a description shows far fewer words.
const maxRead = 50_000;

/** The words of a text that may be HTML. Its character references are decoded once. */
export function wordsIn(text: string): string {
  const read = text.slice(0, maxRead);
  return isHtml.test(read) ? wordsOfHtml(read) : decoded(read);
}
