// Export and import of the owner's box: the user chooses a value for each difference.
import { post } from "./send.js";

function made(kind, values = {}, ...inner) {
  const element = Object.assign(document.createElement(kind), values);
  element.append(...inner);
  return element;
}

// A choice between two values, neither preselected.
function differing({ key, what, mine, theirs }, words) {
  const choice = (value, words_, said) => {
    const control = made("input", { type: "radio", name: key, value, required: true });
    return made("label", {}, control, made("span", { textContent: words_.replace("{what}", said) }));
  };
  const both = [choice("mine", words.mine, mine), choice("theirs", words.theirs, theirs)];
  return made("fieldset", {}, made("legend", { textContent: what }), ...both);
}

function chooser(differences, words, take, leave) {
  const every = (value) => () => sheet.querySelectorAll(`[value=${value}]`).forEach((each) => (each.checked = true));
  const button = (text, act) => {
    const one = made("button", { type: "button", textContent: text });
    one.addEventListener("click", act);
    return one;
  };
  const acts = [made("button", { type: "submit", textContent: words.take }), button(words.all_mine, every("mine"))];
  acts.push(button(words.all_theirs, every("theirs")), button(words.leave, leave));
  const sheet = made("form", {}, ...differences.map((each) => differing(each, words)), made("div", { className: "acts" }, ...acts));
  sheet.addEventListener("submit", (event) => {
    event.preventDefault();
    take(Object.fromEntries([...new FormData(sheet)].map(([key, value]) => [key, value === "theirs"])));
  });
  return sheet;
}

async function textOf(file, most, words) {
  if (file.size > most) throw new Error(words.large);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(words.no_text.replace("{file}", file.name));
  }
}

// refused: shows an error of post; say: shows a sentence and its kind; taken: called with a sentence.
export function sharing({ words, most, left_out }, refused, say, taken) {
  const choice = made("div");
  const control = made("input", { type: "file", accept: ".toml,text/plain" });
  const done = () => {
    choice.replaceChildren();
    control.value = "";
  };
  const take = async (file, content, theirs) => {
    const came = await post("box", { file, content, theirs }).catch(refused);
    const sentence = came?.told?.join(" ") ?? came?.sentence ?? "";
    if (came?.signal === "asks") {
      say("", "accepted");
      const head = made("h4", { textContent: sentence, tabIndex: -1 });
      choice.replaceChildren(head, chooser(came.differences, words, (chosen) => take(file, content, chosen), done));
      return head.focus();
    }
    done();
    return came?.signal === "accepted" ? taken(sentence) : say(sentence, "refused");
  };
  control.addEventListener("change", async () => {
    const [file] = control.files;
    if (!file) return;
    try {
      await take(file.name.slice(-100), await textOf(file, most, words), {});
    } catch (error) {
      done();
      say(error.message, "refused");
    }
  });
  const link = made("a", { href: "box.toml", download: "box.toml", textContent: words.file });
  const other = made("label", {}, made("span", { textContent: words.other }), control);
  const small = left_out ? [made("small", { textContent: left_out })] : [];
  return made("div", { className: "sharing" }, made("h3", { textContent: words.share }), made("p", {}, link, ...small), other, choice);
}
