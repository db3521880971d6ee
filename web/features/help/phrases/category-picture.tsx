import type { HelpCategory } from "#contract/help/phrases.ts";
import { AppLink } from "#web/ui/action/link.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Emoji } from "#web/ui/picture/emoji.tsx";
import styles from "./category.module.css";

interface CategoryPicture {
  /** The name of its drawing in web/ui/picture/emoji. */
  emoji: string;
  /** The name of its colors in category.module.css. */
  tone: string;
}

// The icon stays when a category gets another name.
const pictures: Record<string, CategoryPicture> = {
  "💻": { emoji: "laptop", tone: "tech" },
  "🧰": { emoji: "toolbox", tone: "house" },
  "🚗": { emoji: "automobile", tone: "rides" },
  "💊": { emoji: "pill", tone: "health" },
  "💵": { emoji: "dollar-banknote", tone: "bills" },
  "🎉": { emoji: "party-popper", tone: "social" },
  "🍲": { emoji: "pot-of-food", tone: "food" },
  "🤝": { emoji: "handshake", tone: "other" },
  "🛡️": { emoji: "shield", tone: "scam" },
};

/** The picture for a category's icon. An unknown icon gets the speech balloon. */
export const categoryPicture = (icon: string): CategoryPicture =>
  pictures[icon] ?? { emoji: "speech-balloon", tone: "other" };

export function CategoryTile({ category: { id, name, icon } }: { category: HelpCategory }) {
  const { emoji, tone } = categoryPicture(icon);
  return (
    <AppLink className={classNames(styles.tile, styles[tone])} href={`/help/${id}`}>
      <Emoji name={emoji} size="tile" /> {name}
    </AppLink>
  );
}

/** The heading of a category's page. */
export function CategoryTitle({ name, icon }: Pick<HelpCategory, "name" | "icon">) {
  const { emoji, tone } = categoryPicture(icon);
  return (
    <div className={classNames(styles.title, styles[tone])}>
      <Emoji name={emoji} size="title" />
      <h1>{name}</h1>
    </div>
  );
}
