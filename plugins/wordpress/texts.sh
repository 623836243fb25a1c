#!/bin/sh
# Collects the texts of the plugin for translators, and compiles what they translated. Needs gettext.
set -eu
cd "$(dirname "$0")/sente"
pot=languages/sente.pot
find . -name '*.php' | sed 's|^\./||' | LC_ALL=C sort | xgettext --files-from=- --output="$pot" --language=PHP --from-code=UTF-8 \
  --add-comments=translators: --add-location=file --package-name='Sente Memberships' \
  --keyword=__ --keyword=esc_html__ --keyword=esc_attr__ --keyword=_n:1,2
# The same texts make the same file, whenever that is.
sed -i -e '/^"POT-Creation-Date:/d' -e '/^"PO-Revision-Date:/d' -e '/^"Language-Team:/d' -e '/^"Last-Translator:/d' \
  -e 's/charset=CHARSET/charset=UTF-8/' -e '/^#, fuzzy$/d' -e '/^# SOME DESCRIPTIVE TITLE/,/^#$/d' "$pot"
for po in languages/*.po; do
  msgmerge --quiet --update --backup=none --no-fuzzy-matching --sort-by-file "$po" "$pot"
  msgfmt --check-format --no-hash --output-file="${po%.po}.mo" "$po"
done
