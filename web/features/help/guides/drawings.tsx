// Porchlight's own line drawings, for the steps of its guides.
import type { ReactNode } from "react";
import type { Drawing } from "#contract/help/ready-guides.ts";
import styles from "./guides.module.css";

/** A line drawing of 120 by 90. */
interface Shape {
  /** The alternative text. */
  words: string;
  lines: ReactNode;
}

// Filled like the drawings of the landing page: paper in front, a wall and a table behind, and quiet tints between.
const paper = { className: styles.paper };
const wood = { className: styles.wood };
const far = { className: styles.far };
const near = { className: styles.near };
const bloom = { className: styles.bloom };

/** Marigold shows where to look. */
const lit = { className: styles.lit };

const outlet = (
  <>
    <rect {...wood} x="8" y="18" width="38" height="54" rx="6" />
    <path d="M20 36v8m14-8v8M27 54v4" />
  </>
);
const screen = (
  <>
    <rect x="14" y="10" width="92" height="58" rx="5" />
    <path d="M46 80h28M60 68v12" />
  </>
);
const printer = (
  <>
    <rect {...far} x="18" y="36" width="84" height="32" rx="6" />
    <path {...paper} d="M32 36V14h56v22" />
  </>
);

/** The internet box, the TV and the printer. */
const house = {
  router: {
    words: "A flat box with an antenna on each side and a row of lights",
    lines: (
      <>
        <rect {...near} x="16" y="46" width="88" height="26" rx="6" />
        <path d="M28 46V16m64 30V16" />
        <circle {...lit} cx="40" cy="59" r="4" />
        <circle {...lit} cx="56" cy="59" r="4" />
        <circle {...lit} cx="72" cy="59" r="4" />
      </>
    ),
  },
  "plug-out": {
    words: "A plug that is pulled out of an outlet, with an arrow away from the wall",
    lines: (
      <>
        {outlet}
        <path d="M76 34h-8v20h8M68 38h-7m7 12h-7M76 44h30" />
        <path {...lit} d="M70 70h26v-6l14 10-14 10v-6H70Z" />
      </>
    ),
  },
  "plug-in": {
    words: "A plug that is pushed into an outlet, with an arrow to the wall",
    lines: (
      <>
        {outlet}
        <path d="M62 34h-8v20h8M54 38h-7m7 12h-7M62 44h44" />
        <path {...lit} d="M110 70H84v-6L70 74l14 10v-6h26Z" />
      </>
    ),
  },
  clock: {
    words: "A clock",
    lines: (
      <>
        <circle cx="60" cy="45" r="34" />
        <path {...lit} d="M60 45V11a34 34 0 0 1 34 34Z" />
        <path d="M60 22v23l16 10" />
      </>
    ),
  },
  tv: {
    words: "A TV with a small light below its screen",
    lines: (
      <>
        {screen}
        <path d="M20 58h80" />
        <circle {...lit} cx="90" cy="63" r="3" />
      </>
    ),
  },
  remote: {
    words: "A remote control whose power button at the top is marked",
    lines: (
      <>
        <rect {...near} x="42" y="6" width="36" height="78" rx="8" />
        <circle {...lit} cx="60" cy="20" r="7" />
        <path d="M52 38h2m6 0h2m6 0h2M52 50h2m6 0h2m6 0h2M52 62h2m6 0h2m6 0h2" />
      </>
    ),
  },
  "source-button": {
    words: "A remote control with a marked button that shows an arrow into a frame",
    lines: (
      <>
        <rect {...near} x="16" y="6" width="36" height="78" rx="8" />
        <circle cx="34" cy="20" r="5" />
        <path d="M26 52h2m6 0h2m6 0h2M26 64h2m6 0h2m6 0h2" />
        <rect {...lit} x="26" y="32" width="16" height="10" rx="3" />
        <path d="M44 37h16" />
        <rect x="64" y="20" width="44" height="34" rx="4" />
        <path d="M70 37h22m-8-8 8 8-8 8" />
      </>
    ),
  },
  "tv-list": {
    words: "A list on a TV, with one line marked",
    lines: (
      <>
        {screen}
        <path d="M30 24h60M30 56h60" />
        <rect {...lit} x="26" y="33" width="68" height="14" rx="4" />
      </>
    ),
  },
  cable: {
    words: "A cable between a box and a TV, with both ends marked",
    lines: (
      <>
        <rect x="8" y="50" width="44" height="24" rx="4" />
        <rect x="68" y="10" width="44" height="34" rx="4" />
        <path d="M30 50V30h38" />
        <circle {...lit} cx="30" cy="50" r="6" />
        <circle {...lit} cx="68" cy="30" r="6" />
      </>
    ),
  },
  printer: {
    words: "A printer with a light that is marked",
    lines: (
      <>
        {printer}
        <path {...paper} d="M34 60h52v20H34Z" />
        <circle {...lit} cx="90" cy="46" r="4" />
      </>
    ),
  },
  paper: {
    words: "A printer with sheets of paper in its tray, which are marked",
    lines: (
      <>
        <rect {...far} x="18" y="36" width="84" height="32" rx="6" />
        <path {...lit} d="M32 36V10h56v26Z" />
        <path d="M42 20h36m-36 8h36" />
        <path {...paper} d="M34 60h52v20H34Z" />
      </>
    ),
  },
  "paper-jam": {
    words: "A printer with a crumpled sheet of paper in it, which is marked",
    lines: (
      <>
        {printer}
        <path {...lit} d="m36 60 8-6 8 7 8-7 8 7 8-7 8 6-4 20H40Z" />
        <circle {...lit} cx="90" cy="46" r="2" />
      </>
    ),
  },
} satisfies Record<string, Shape>;

const phone = <rect x="40" y="8" width="40" height="74" rx="7" />;
const lines = <path d="M48 22h24m-24 12h24m-24 24h24m-24 12h24" />;
const aid = (x: number) => (
  <path {...bloom} d={`M${x} 26c0-14 22-14 22 2 0 14-12 16-12 28-6 4-12 0-10-8 2-7 0-14 0-22Z`} />
);
const sound = <path d="M92 24q8 8 0 18m10-26q16 16 0 34" />;

/** Phones, tablets and hearing aids. */
const phones = {
  "volume-buttons": {
    words: "A phone with two marked buttons on its edge",
    lines: (
      <>
        {phone}
        <rect {...lit} x="32" y="20" width="7" height="14" rx="3" />
        <rect {...lit} x="32" y="38" width="7" height="14" rx="3" />
        {sound}
      </>
    ),
  },
  "silent-switch": {
    words: "A phone with a small marked switch on its edge, above the two buttons",
    lines: (
      <>
        {phone}
        <rect {...lit} x="31" y="14" width="8" height="8" rx="2" />
        <path d="M36 30v12m0 6v12" />
      </>
    ),
  },
  call: {
    words: "A phone during a call",
    lines: (
      <>
        {phone}
        <path
          {...lit}
          d="M50 30q6-5 9 2l2 6-4 4q2 6 8 8l4-4 5 3q5 4-1 8-8 3-17-7t-6-20Z"
          transform="translate(-2 -2)"
        />
        {sound}
      </>
    ),
  },
  gear: {
    words: "A gear",
    lines: (
      <>
        <path
          {...lit}
          d="m54 12-2 9-8 4-8-4-8 10 5 8-1 7-8 5 3 12 9 0 5 7 0 9 12 4 6-7h8l6 7 12-4v-9l5-7h9l3-12-8-5-1-7 5-8-8-10-8 4-8-4-2-9Z"
          transform="translate(0 -4)"
        />
        <circle cx="60" cy="44" r="13" />
      </>
    ),
  },
  list: {
    words: "A list on a phone, with one line marked",
    lines: (
      <>
        {phone}
        {lines}
        <rect {...lit} x="45" y="40" width="30" height="12" rx="4" />
      </>
    ),
  },
  slider: {
    words: "A line with a dot on its right side, between a small and a large letter A",
    lines: (
      <>
        <path d="M28 58h64" />
        <circle {...lit} cx="80" cy="58" r="10" />
        <text x="24" y="36">
          A
        </text>
        <text x="94" y="36" transform="translate(-94 -36) scale(2)">
          A
        </text>
      </>
    ),
  },
  "hearing-aid": {
    words: "Two hearing aids",
    lines: (
      <>
        {aid(30)}
        {aid(70)}
        <circle {...lit} cx="41" cy="28" r="4" />
        <circle {...lit} cx="81" cy="28" r="4" />
      </>
    ),
  },
  "hearing-aid-near": {
    words: "A phone close to two hearing aids",
    lines: (
      <>
        <rect x="8" y="10" width="36" height="68" rx="7" />
        <path {...lit} d="M50 36q6 8 0 16q14-8 0-16Z" />
        {aid(66)}
        {aid(92)}
      </>
    ),
  },
  keypad: {
    words: "The keys of a phone, with the 1 key marked",
    lines: (
      <>
        {[24, 48, 72].flatMap((y) =>
          [36, 60, 84].map((x) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r="9" {...(x === 36 && y === 24 && lit)} />
          )),
        )}
        <text x="36" y="29">
          1
        </text>
      </>
    ),
  },
  "voice-mail": {
    words: "Two circles joined by a line below them, the sign for voice mail",
    lines: (
      <>
        <circle {...lit} cx="38" cy="42" r="18" />
        <circle {...lit} cx="82" cy="42" r="18" />
        <path d="M38 60h44" />
      </>
    ),
  },
  bin: {
    words: "A trash can",
    lines: (
      <>
        <path {...paper} d="M34 26h52M50 26v-8h20v8" />
        <path {...lit} d="m38 26 4 54h36l4-54Z" />
        <path d="M54 38v30m12-30v30" />
      </>
    ),
  },
  message: {
    words: "A message with an underlined line that is marked",
    lines: (
      <>
        <path {...paper} d="M20 12h80q6 0 6 6v42q0 6-6 6H56L36 80V66H20q-6 0-6-6V18q0-6 6-6Z" />
        <path d="M28 28h50" />
        <rect {...lit} x="26" y="38" width="60" height="12" rx="4" />
        <path d="M28 56h56" />
      </>
    ),
  },
  allow: {
    words: "A question on a phone with two buttons, one of them marked",
    lines: (
      <>
        <rect x="16" y="10" width="88" height="70" rx="8" />
        <path d="M30 26h60M30 38h40" />
        <rect x="24" y="54" width="32" height="16" rx="6" />
        <rect {...lit} x="64" y="54" width="32" height="16" rx="6" />
      </>
    ),
  },
  microphone: {
    words: "A microphone with a line through it",
    lines: (
      <>
        <rect {...lit} x="50" y="8" width="20" height="40" rx="10" />
        <path d="M38 38q0 24 22 24t22-24M60 62v16m-12 0h24M30 14l60 64" />
      </>
    ),
  },
  charger: {
    words: "A tablet whose charger is in an outlet",
    lines: (
      <>
        {outlet}
        <path d="M47 40h12v10H47m12-5q20 0 20-14" />
        <rect x="66" y="18" width="44" height="54" rx="6" />
        <path {...lit} d="m90 30-12 18h9l-3 14 13-19h-9Z" />
      </>
    ),
  },
  "power-button": {
    words: "A tablet with a marked button on its edge",
    lines: (
      <>
        <rect x="28" y="16" width="64" height="66" rx="7" />
        <rect {...lit} x="68" y="8" width="18" height="8" rx="3" />
      </>
    ),
  },
} satisfies Record<string, Shape>;

export const drawings: Readonly<Record<Drawing, Shape>> = { ...house, ...phones };
