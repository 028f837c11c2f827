/** The settings of a table for who may not change them: nobody plays under rules that only the host can see. */
import { c } from "../chat/words.js";
import { html } from "../html.js";
import { agentName } from "../names.js";
import { t } from "../strings.js";
import { r } from "./settings_words.js";
import { n } from "../time/words.js";
import { f } from "./words.js";

/** A clock from which on nobody is replaced for being away. */
const LONG_CLOCK_S = 3600;

const tick = (value) => (value ? r.yes : r.no);

export function SettingsShown({ table }) {
	const { settings } = table;
	const host = table.members.find((each) => each.member === table.host);
	const rows = [
		[f.hints, table.hints ? f.hintChoices.on : f.hintChoices.off],
		[r.rows.undo, tick(settings.undo)],
		...(settings.undo ? [[r.rows.takeBack, r.seconds(settings.take_back)]] : []),
		[t.settings.pace, t.settings.paces[settings.pace]],
		[t.settings.spectators, t.settings.watchers[settings.spectators]],
		...(settings.spectators === "none" ? [[r.rows.membersWatch, tick(settings.members_watch)]] : []),
		[c.setting, tick(settings.chat)],
		[n.clock, settings.clock ? n.span(settings.clock) : n.noClock],
		[r.away, settings.away_after && !(settings.clock >= LONG_CLOCK_S) ? r.seconds(settings.away_after) : r.never],
		[t.settings.standIn, agentName(settings.stand_in)],
	];
	return html`<div class="settings-shown">
		<dl>${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
		${host && html`<p class="dim">${r.settingsHelp(host.name)}</p>`}
	</div>`;
}
