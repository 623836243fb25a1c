import { expect, test } from "vitest";
import { firstNameOf } from "./text";

test("the first word of a name, and nothing where a name is an e-mail, a phone or empty", () => {
  expect(firstNameOf("Achieng Otieno")).toBe("Achieng");
  expect(firstNameOf("  Zanele ")).toBe("Zanele");
  expect(firstNameOf("Élodie N’Diaye")).toBe("Élodie");
  for (const none of ["mary@example.org", "+256772123789", "0772 123 789", "", " - ", "user7"])
    expect(firstNameOf(none)).toBeNull();
});
