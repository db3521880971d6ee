import type { ComponentPropsWithRef } from "react";
import { AppLink, type AppLinkProps } from "./app-link.tsx";
import styles from "./tall-link.module.css";

/** A text link that stands alone and is as tall as a target must be. */
export const TallLink = (props: Omit<AppLinkProps, "className">) => (
  <AppLink {...props} className={styles.tall} />
);

/** The same for something that happens on this page. */
export const TallButton = (props: Omit<ComponentPropsWithRef<"button">, "className">) => (
  <button type="button" {...props} className={styles.tall} />
);
