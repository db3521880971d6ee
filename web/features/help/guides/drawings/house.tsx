// Drawings of the internet box, the TV and the printer.
import { lit, type Shape } from "./shape.ts";

export const outlet = (
  <>
    <rect x="8" y="18" width="38" height="54" rx="6" />
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
    <rect x="18" y="36" width="84" height="32" rx="6" />
    <path d="M32 36V14h56v22" />
  </>
);

export const house = {
  router: {
    words: "A flat box with an antenna on each side and a row of lights",
    lines: (
      <>
        <rect x="16" y="46" width="88" height="26" rx="6" />
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
        <rect x="42" y="6" width="36" height="78" rx="8" />
        <circle {...lit} cx="60" cy="20" r="7" />
        <path d="M52 38h2m6 0h2m6 0h2M52 50h2m6 0h2m6 0h2M52 62h2m6 0h2m6 0h2" />
      </>
    ),
  },
  "source-button": {
    words: "A remote control with a marked button that shows an arrow into a frame",
    lines: (
      <>
        <rect x="16" y="6" width="36" height="78" rx="8" />
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
        <path d="M34 60h52v20H34Z" />
        <circle {...lit} cx="90" cy="46" r="4" />
      </>
    ),
  },
  paper: {
    words: "A printer with sheets of paper in its tray, which are marked",
    lines: (
      <>
        <rect x="18" y="36" width="84" height="32" rx="6" />
        <path {...lit} d="M32 36V10h56v26Z" />
        <path d="M42 20h36m-36 8h36M34 60h52v20H34Z" />
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
