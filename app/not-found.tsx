import { ButtonLink } from "@/components/ui/button";
import { titledForVisitor, VisitorPage, visitorWords } from "./(auth)/visitor-page";

export const generateMetadata = titledForVisitor("nothingHere");

export default async function NotFoundPage() {
  const words = await visitorWords();
  return (
    <VisitorPage words={words} title={words.text("nothingHere")} purpose={words.text("nothingHereMeans")}>
      <p>
        <ButtonLink href="/">{words.text("toStart")}</ButtonLink>
      </p>
    </VisitorPage>
  );
}
