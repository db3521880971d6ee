// The screenshots of the sample family's app in the documents and on the landing page. `npm run screenshots` takes them.

export interface Picture {
  readonly file: string;
  readonly path: string;
  readonly who: "rose" | "anna";
  /** Before Rose asks for help, then, or after Anna has said that she will help. */
  readonly when: "before" | "asked" | "answered";
  readonly look: "light" | "dark" | "contrast";
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels for each CSS pixel. */
  readonly scale: number;
  /** Text that appears last, and so shows that the screen is complete. */
  readonly until: string;
  /** The label of the article that it begins with. The top of the page, unless given. */
  readonly from?: string;
}

const phone = { width: 390, height: 720, scale: 2, look: "light" } as const;
const help = { path: "/help", who: "rose", when: "answered", until: "Other Help" } as const;
const hello = { path: "/", who: "rose", when: "before", from: "From Maya", until: "Love it" } as const;
const landing = { width: 390, height: 574, scale: 1.6 } as const;

export const pictures: readonly Picture[] = [
  { ...phone, ...help, file: "docs/images/help.png" },
  {
    ...phone,
    file: "docs/images/answer.png",
    path: "/",
    who: "anna",
    when: "asked",
    until: "I'll help",
  },
  {
    ...phone,
    file: "docs/images/home.png",
    path: "/",
    who: "rose",
    when: "answered",
    until: "Anna will help.",
  },
  { ...phone, ...hello, file: "docs/images/hello.png" },
  ...(["light", "dark", "contrast"] as const).flatMap((look) => [
    { ...landing, ...help, file: `web/features/landing/help-${look}.webp`, look },
    { ...landing, ...hello, file: `web/features/landing/hello-${look}.webp`, look },
  ]),
];
