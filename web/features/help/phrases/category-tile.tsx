import type { HelpCategory } from "#contract/help/phrases.ts";
import { AppLink } from "#web/ui/action/link.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Emoji } from "#web/ui/picture/emoji.tsx";
import styles from "./category.module.css";
import { categoryPicture } from "./category-picture.ts";

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
