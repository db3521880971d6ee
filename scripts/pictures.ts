// The screenshots of the sample family's app in the documents and on the landing page. `npm run screenshots` takes them.

export interface Picture {
  readonly file: string;
  readonly path: string;
  readonly who: "rose" | "anna";
  /** Whether Anna has already said that she will help. */
  readonly isAnswered: boolean;
  readonly look: "light" | "dark" | "contrast";
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels for each CSS pixel. */
  readonly scale: number;
  /** Text that appears last, and so shows that the screen is complete. */
  readonly until: string;
}

const phone = { width: 390, height: 720, scale: 2, look: "light" } as const;
const help = { path: "/help", who: "rose", isAnswered: true, until: "Other Help" } as const;
const landing = { ...help, width: 390, height: 560, scale: 1.6 } as const;

export const pictures: readonly Picture[] = [
  { ...phone, ...help, file: "docs/images/help.png" },
  {
    ...phone,
    file: "docs/images/answer.png",
    path: "/",
    who: "anna",
    isAnswered: false,
    until: "I'll help",
  },
  {
    ...phone,
    file: "docs/images/home.png",
    path: "/",
    who: "rose",
    isAnswered: true,
    until: "Anna will help.",
  },
  { ...landing, file: "web/features/landing/help-light.webp", look: "light" },
  { ...landing, file: "web/features/landing/help-dark.webp", look: "dark" },
  { ...landing, file: "web/features/landing/help-contrast.webp", look: "contrast" },
];
