import { useId } from "react";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Lead } from "#web/ui/text.tsx";
import helpInContrast from "./help-contrast.webp";
import helpInDark from "./help-dark.webp";
import helpInLight from "./help-light.webp";
import styles from "./landing.module.css";

const alt =
  "The help screen. It asks “How can we help?” and shows large buttons, such as Tech Help and Rides & Errands.";

const pictures = [
  { src: helpInLight, className: styles.inLight },
  { src: helpInDark, className: styles.inDark },
  { src: helpInContrast, className: styles.inContrast },
];

/** A screenshot of the help screen, in the visitor's theme. */
export function HelpPreview() {
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <Stack>
        <h2 id={id}>Three taps, and no typing</h2>
        <Lead>Tap “I Need Help”. Choose what it is about. Tap the line that says it best.</Lead>
        <p>Then you see who got your message, who has read it, and who will help.</p>
      </Stack>
      <figure className={styles.phone}>
        {pictures.map((picture) => (
          <img key={picture.src} {...picture} width="390" height="560" loading="lazy" alt={alt} />
        ))}
      </figure>
    </section>
  );
}
