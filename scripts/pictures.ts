// The screenshots of Rose's app in the documents and on the landing page. `npm run screenshots` takes them.

export interface Picture {
  readonly file: string;
  readonly path: string;
  readonly look: "light" | "dark" | "contrast";
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels for each CSS pixel. */
  readonly scale: number;
  /** Text that appears last, and so shows that the screen is complete. */
  readonly until: string;
}

const help = { path: "/help", width: 390, height: 560, scale: 1.6, until: "Other Help" } as const;

export const pictures: readonly Picture[] = [
  {
    file: "docs/images/home-senior.png",
    path: "/",
    look: "light",
    width: 820,
    height: 900,
    scale: 1.5,
    until: "Anna will help.",
  },
  { file: "web/features/landing/help-light.webp", look: "light", ...help },
  { file: "web/features/landing/help-dark.webp", look: "dark", ...help },
  { file: "web/features/landing/help-contrast.webp", look: "contrast", ...help },
];
