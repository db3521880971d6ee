import { ArrowRight, ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { SignUpNote, useIsEntrance } from "#web/features/accounts/signup/sign-up-note.tsx";
import { WaitingHere } from "#web/features/help/requests/sign-in-first.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Lead } from "#web/ui/text.tsx";
import { Features } from "./features.tsx";
import helloInContrast from "./hello-contrast.webp";
import helloInDark from "./hello-dark.webp";
import helloInLight from "./hello-light.webp";
import helpInContrast from "./help-contrast.webp";
import helpInDark from "./help-dark.webp";
import helpInLight from "./help-light.webp";
import styles from "./landing.module.css";
import { Porch } from "./porch.tsx";

interface PreviewProps {
  title: string;
  lead: string;
  /** A screenshot in each theme, and what it shows. */
  screen: { light: string; dark: string; contrast: string; alt: string };
  children: ReactNode;
}

/** A screenshot, in the visitor's theme, beside what one does there. */
function Preview({ title, lead, screen: { light, dark, contrast, alt }, children }: PreviewProps) {
  const id = useId();
  const pictures = [
    { src: light, className: styles.inLight },
    { src: dark, className: styles.inDark },
    { src: contrast, className: styles.inContrast },
  ];
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <Stack>
        <h2 id={id}>{title}</h2>
        <Lead>{lead}</Lead>
        {children}
      </Stack>
      <figure className={styles.phone}>
        {pictures.map((picture) => (
          <img key={picture.src} {...picture} width="390" height="574" loading="lazy" alt={alt} />
        ))}
      </figure>
    </section>
  );
}

const help = {
  light: helpInLight,
  dark: helpInDark,
  contrast: helpInContrast,
  alt: "The help screen. It asks “How can we help?” and shows large buttons, such as Tech Help and Rides & Errands.",
};

const hello = {
  light: helloInLight,
  dark: helloInDark,
  contrast: helloInContrast,
  alt: "Maya's picture of sunflowers on her grandmother's home, above the button “Love it”.",
};

const questions = [
  {
    question: "Do I need a password?",
    answer: "No. We send you a code, and you type it in.",
  },
  {
    question: "I have an invite. What do I do?",
    answer:
      "Open the link you were sent. It already knows your family. You only add your phone number and your name.",
  },
  {
    question: "Who sees it when I ask for help?",
    answer: "Only your family. You see who has read it and who will help.",
  },
  {
    question: "Can Porchlight change our calendar?",
    answer: "No. It can only read it. You can disconnect it at any time.",
  },
  {
    question: "Is this for emergencies?",
    answer: "No. In an emergency call 911. Porchlight tells your family and nobody else.",
  },
];

const Questions = () => (
  <Section title="Questions people ask">
    <div>
      {questions.map(({ question, answer }) => (
        <details className={styles.question} key={question}>
          <summary>
            {question} <Icon of={ChevronDown} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </Section>
);

/** The title of the page for visitors. */
export const landingTitle = "Stay in touch with family";

const GetStarted = () => (
  <ButtonLink variant="primary" href="/?signup" iconAfter={ArrowRight} onClick={rememberPlace}>
    Get Started
  </ButtonLink>
);

/** Where families live in several cells. */
const FindFamilyLink = () => useIsEntrance() && <TallLink href="/find">Find your family</TallLink>;

const Hero = () => (
  <section className={styles.hero}>
    <Stack gap={24}>
      <h1>
        The simple way for families to stay in touch, share events, and give tech support to elderly
        relatives.
      </h1>
      <SignUpNote />
      <Lead>Grandparents see their day and ask for help with one button. Family answers from anywhere.</Lead>
      <div className={styles.start}>
        <GetStarted />
        <TallLink href="/invite">Already have an invite? Sign in here</TallLink>
        <FindFamilyLink />
      </div>
    </Stack>
    <Porch />
  </section>
);

const HowItWorks = () => (
  <Section title="How it works">
    <ol className={styles.steps}>
      <li>
        <h3>Sign up with your phone</h3>
        <p>We send you a code. There is no password to remember.</p>
      </li>
      <li>
        <h3>Invite your family</h3>
        <p>You send each person a link. They tap it and join.</p>
      </li>
      <li>
        <h3>Check in every morning</h3>
        <p>Today's events, a puzzle, and help when you want it.</p>
      </li>
    </ol>
  </Section>
);

/** Home for visitors who are not signed in. It is prerendered, so it must work before any script has run. */
export const LandingPage = () => (
  <Page title={landingTitle}>
    <WaitingHere />
    <Hero />
    <Features />
    <HowItWorks />
    <Preview
      title="Three taps, and no typing"
      lead="Tap “I Need Help”. Choose what it is about. Tap the line that says it best."
      screen={help}
    >
      <p>Then you see who got your message, who has read it, and who will help.</p>
    </Preview>
    <Preview
      title="A picture, a voice, a heart"
      lead="Your family sends a picture or says hello. You see one at a time, large."
      screen={hello}
    >
      <p>
        One tap says that you love it. Two taps answer with your voice. There is no feed, and nobody counts.
      </p>
    </Preview>
    <Questions />
    <Section title="Start your family's page">
      <p>All you need is your phone.</p>
      <div className={styles.start}>
        <GetStarted />
      </div>
    </Section>
  </Page>
);
