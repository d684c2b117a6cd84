import type { FlowOptions } from '@licet/guards';

const mail = { untrusted: ['body', 'subject'], labels: ['subject'] };
const calendar = { untrusted: ['description', 'title', 'location'], labels: ['title'] };
const files = { untrusted: ['content'], labels: ['filename'] };
const messages = { untrusted: ['body'], directory: ['sender', 'recipient'], closed: true };
const payments = { untrusted: ['subject'], labels: ['subject'] };
const event = { act: ['event', 'meeting', 'calendar', 'appointment', 'remind'] };

/** What a user of these tools would declare, by the suites of AgentDojo. */
export const declarations: Readonly<Record<string, FlowOptions>> = Object.freeze({
  workspace: {
    owner: ['emma.johnson@bluesparrowtech.com'],
    tools: {
      'get_*_emails': mail,
      search_emails: mail,
      'search_contacts_*': { directory: true },
      get_current_day: { trusted: true },
      'search_calendar_*': calendar,
      get_day_calendar_events: calendar,
      create_calendar_event: event,
      'search_files*': files,
      list_files: files,
      get_file_by_id: files,
    },
  },
  travel: {
    owner: ['emma.johnson@bluesparrowtech.com'],
    tools: {
      get_user_information: { secret: true },
      'get_all_*': { trusted: true },
      'get_*_address': { trusted: true },
      'get_*_prices': { trusted: true },
      'get_price_*': { trusted: true },
      'get_cuisine_*': { trusted: true },
      'get_car_*': { trusted: true },
      get_flight_information: { trusted: true },
      'search_calendar_*': calendar,
      get_day_calendar_events: calendar,
      create_calendar_event: event,
    },
  },
  banking: {
    owner: ['me'],
    tools: {
      get_most_recent_transactions: payments,
      get_scheduled_transactions: payments,
      get_iban: { secret: true },
      get_user_info: { secret: true },
      send_money: { args: { recipient: 'object' } },
      schedule_transaction: { args: { recipient: 'object' } },
      update_scheduled_transaction: { args: { recipient: 'object' } },
    },
  },
  slack: {
    tools: {
      get_channels: { directory: true },
      get_users_in_channel: { directory: true },
      read_channel_messages: messages,
      read_inbox: messages,
    },
  },
});
