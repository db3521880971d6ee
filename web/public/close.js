// The popup in which a calendar was connected is no longer needed.
window.close();
