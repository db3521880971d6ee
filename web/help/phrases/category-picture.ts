interface CategoryPicture {
  /** The name of its drawing in web/ui/picture/emoji. */
  emoji: string;
  /** Whose colors it has. */
  tone: string;
}

const pictures: Record<string, CategoryPicture> = {
  "Tech Help": { emoji: "laptop", tone: "tech" },
  "Home Help": { emoji: "toolbox", tone: "house" },
  "Rides & Errands": { emoji: "automobile", tone: "rides" },
  "Health & Meds": { emoji: "pill", tone: "health" },
  "Bills & Finance": { emoji: "dollar-banknote", tone: "bills" },
  "Social & Fun": { emoji: "party-popper", tone: "social" },
  "Food & Meals": { emoji: "pot-of-food", tone: "food" },
  "Other Help": { emoji: "handshake", tone: "other" },
};

/** By its name; any other category gets the speech balloon. */
export const categoryPicture = (name: string): CategoryPicture =>
  pictures[name] ?? { emoji: "speech-balloon", tone: "other" };
