import { ChevronDown } from "lucide-react";
import { Section } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./landing.module.css";

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

export const Questions = () => (
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
