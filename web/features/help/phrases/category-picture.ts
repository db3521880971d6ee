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
