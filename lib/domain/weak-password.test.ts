import { expect, test } from "vitest";
import { isAboutPerson, isCommonPassword } from "./weak-password";

test.each([
  "1234567890",
  "password12",
  "aaaaaaaaaa",
  "qwertyuiop",
  "iloveyou12",
  "Password123!",
  "P@ssw0rd2024",
  "0987654321",
  "abcdefghijk",
  "1212121212",
  "basketball",
  "football1!",
  "abc12abc12",
])("“%s” is among the first that are guessed", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  "three plain words",
  "maji safi kila siku",
  "7f0c2f0e-9a71-4d2c-8f3e-1b2c3d4e5f60",
  "correct horse battery staple",
  "Ọ̀ṣun river 4 boats",
])("“%s” is not", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test("one's own name or address with a little more is refused; among other words it may stand", () => {
  const about = ["Achieng Otieno", "achieng.otieno@example.com"];
  for (const password of ["achiengotieno", "Achieng2024", "achieng.otieno@example.com", "otieno_2025"])
    expect(isAboutPerson(password, about)).toBe(true);
  expect(isAboutPerson("achieng eats plantain", about)).toBe(false);
  expect(isAboutPerson("three plain words", about)).toBe(false);
});
